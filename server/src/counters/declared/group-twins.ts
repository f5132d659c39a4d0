import { groupTwin } from '../group-twin.ts';
import { CAMPAIGN_COUNTS } from './campaign-counts.ts';
import { CAMPAIGN_REVENUE_COUNTS } from './campaign-revenue-counts.ts';
import { COHORT_COUNTS } from './cohort-counts.ts';
import { INSTALL_COUNTS } from './install-counts.ts';
import { REVENUE_COUNTS } from './revenue-counts.ts';

/** Installs, and those of them that a campaign brought. */
export const INSTALL_GROUP_COUNTS = groupTwin({
  name: 'install_groups',
  table: 'install_group_counts',
  isTold: true,
  of: [
    { counter: INSTALL_COUNTS },
    { counter: CAMPAIGN_COUNTS, as: { installs: 'attributed' }, where: 'attributed <> 0' },
  ],
});

/** A day of these is that of the installs. */
export const COHORT_GROUP_COUNTS = groupTwin({
  name: 'cohort_groups',
  table: 'cohort_group_counts',
  ownKey: { day_offset: 'integer' },
  of: [{ counter: COHORT_COUNTS }],
});

/** Money, of the groups of the install that it is credited to. Purchases have no provider. */
export const REVENUE_GROUP_COUNTS = groupTwin({
  name: 'revenue_groups',
  table: 'revenue_group_counts',
  ownKey: { provider: 'text', currency: 'text' },
  of: [
    { counter: REVENUE_COUNTS, where: `provider <> ''` },
    { counter: CAMPAIGN_REVENUE_COUNTS, where: '(in_app, payment, possible_double) <> (0, 0, 0)' },
  ],
});
