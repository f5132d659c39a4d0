import type { LinkCounts } from '@tributary/db/tables';
import { z } from 'zod';
import { period, periodOf } from '../../counters/period.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { isoDate } from '../../platform/http/procedures/date-argument.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { findLink, type LinkRecord } from './find-link.ts';

/** Counted and uncounted clicks in one statement, so that none are seen twice or missed in between. */
const READ = {
  name: 'link-stats',
  text: `
    select to_char(day, 'YYYY-MM-DD') as date, sum(clicks)::float8 as clicks, sum(repeats)::float8 as repeats,
      sum(bots)::float8 as bots, sum(installs)::float8 as installs
    from (
      select day, clicks, repeats, bots, installs from link_counts where customer_id = $1 and link_id = $2
      union all
      select day, clicks, repeats, bots, installs from click_count_queue,
        json_to_recordset(deltas) as waiting (customer_id uuid, link_id uuid, day date, clicks bigint,
          repeats bigint, bots bigint, installs bigint)
      where customer_id = $1 and link_id = $2
    ) counted
    where day between $3 and $4
    group by day
    order by day`,
};

const counts = {
  clicks: z.int().describe('Clicks that an install may be attributed to.'),
  repeats: z.int().describe('Clicks that repeat one by the same visitor within seconds.'),
  bots: z.int(),
  installs: z.int().describe('First installs attributed to the link, on the day of the install.'),
};

/** Clicks that count and followed a rule; the rule is as it was when it was followed. */
const READ_RULES = {
  name: 'link-rule-stats',
  text: `
    select rule_index as index, rule_url as url, count(*)::float8 as clicks from clicks
    where customer_id = $1 and link_id = $2 and rule_index is not null and excluded_because is null
      and clicked_at >= $3::date::timestamp at time zone 'UTC'
      and clicked_at < ($4::date + 1)::timestamp at time zone 'UTC'
    group by rule_index, rule_url
    order by rule_index, clicks desc, rule_url`,
};

const ruleCount = z.object({
  index: z.int().describe('The place of the rule, from 0, when it was followed.'),
  url: z.string().describe('Where the rule led.'),
  clicks: z.int().describe('Clicks that followed it.'),
});

type RuleRow = z.output<typeof ruleCount>;

type DayRow = Pick<Record<keyof LinkCounts, number>, keyof typeof counts> & { date: string };

export const linkStats = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Count what a link brought',
    description:
      'What a link brought in a period (by default the last 30 days): the total, and every day with ' +
      'activity; `rules` has the clicks that followed each of its rules, of those that are still kept ' +
      '(`RETENTION_DAYS`). Needs the viewer role in its app’s team.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_date_from', 'p_date_to'],
  })
  .input(z.strictObject({ p_link_id: uuid, p_date_from: optional(isoDate), p_date_to: optional(isoDate) }))
  .output(
    z.object({
      link_id: z.uuid(),
      period,
      ...counts,
      days: z.array(z.object({ date: z.iso.date(), ...counts })),
      rules: z.array(ruleCount).describe('The rules of the link now, and earlier ones that were followed.'),
    }),
  )
  .query(async ({ ctx, input }) => {
    const link = await findLink(ctx.em, ctx.access, input.p_link_id, 'viewer');
    const { workPool, clock } = ctx.services;
    const { from, to } = periodOf(input.p_date_from, input.p_date_to, clock(), 'p_');
    const values = [link.id, from, to];
    const days = await queryForCustomer<DayRow>(workPool, link.customerId, READ, values);
    const followed = await queryForCustomer<RuleRow>(workPool, link.customerId, READ_RULES, values);
    const sum = (column: keyof typeof counts) => days.reduce((total, day) => total + day[column], 0);
    return {
      link_id: link.id,
      period: { from, to },
      clicks: sum('clicks'),
      repeats: sum('repeats'),
      bots: sum('bots'),
      installs: sum('installs'),
      days,
      rules: [...followed, ...neverFollowed(link, followed)].sort((a, b) => a.index - b.index),
    };
  });

function neverFollowed({ rules }: LinkRecord, followed: readonly RuleRow[]): RuleRow[] {
  return (rules ?? [])
    .map(({ url }, index) => ({ index, url, clicks: 0 }))
    .filter(({ index, url }) => !followed.some((row) => row.index === index && row.url === url));
}
