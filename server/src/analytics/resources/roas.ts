import { z } from 'zod';
import { period } from '../../counters/period.ts';
import { groupKey } from '../group-by.ts';
import { defineResource } from '../resource.ts';
import { tableOf } from '../table.ts';
import { earnedTotals, readEarnedTotals } from './roas/earned-totals.ts';
import { type CampaignItem, campaign, readCampaigns } from './roas/roas-campaigns.ts';
import { type Group, group, readRoasGroups } from './roas/roas-groups.ts';
import { readTopLinks, topLinks } from './roas/top-links.ts';

const COLUMNS = Object.keys(campaign.shape) as (keyof CampaignItem)[];

export const roas = defineResource({
  name: 'roas',
  means:
    'What campaigns cost and brought, by name. Campaigns without installs, revenue and spend in the period are left out. Then the links that brought most, and all campaigns together, day by day, and app by app.',
  output: z.object({
    period,
    campaigns: z.array(campaign),
    links: topLinks,
    ...earnedTotals,
    groups: z
      .array(group)
      .optional()
      .describe(
        'What campaigns brought by group, the most attributed installs first; only with `group_by`. Spend is that of a campaign, and its channel’s; it has no country, version or model.',
      ),
  }),
  feature: 'roas',
  grouped: true,
  async read(reader, request) {
    const { period, groupBy } = request;
    const [campaigns, links, totals, groups] = await Promise.all([
      readCampaigns(reader, request),
      readTopLinks(reader, request),
      readEarnedTotals(reader, request),
      groupBy && readRoasGroups(reader, { ...request, groupBy }),
    ]);
    const { from, to } = period;
    return { period: { from, to }, campaigns, links, ...totals, ...(groups && { groups }) };
  },
  toTable({ campaigns, groups }) {
    if (!groups) return tableOf(COLUMNS, campaigns);
    const columns = [...Object.keys(groupKey), ...COLUMNS.slice(3)] as (keyof Group)[];
    const own = columns.filter((name) => name === 'rest' || groups.every((group) => name in group));
    return {
      columns: own,
      rows: groups.map((group) =>
        own.map((name) => (name === 'rest' ? group.rest === true : (group[name] ?? null))),
      ),
    };
  },
});
