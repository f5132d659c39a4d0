import type { LinkCounts } from '@tributary/db/tables';
import { z } from 'zod';
import { queryForCustomer } from '../../data-plane/query-for-customer.ts';
import { optional, uuid } from '../../procedures/argument-types.ts';
import { isoDate } from '../../procedures/date-argument.ts';
import { accountProcedure } from '../../procedures/procedure.ts';
import { period, periodOf } from '../../rollups/period.ts';
import { findLink } from './find-link.ts';

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

type DayRow = Pick<Record<keyof LinkCounts, number>, keyof typeof counts> & { date: string };

export const linkStats = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Count what a link brought',
    description:
      'What a link brought in a period (by default the last 30 days): the total, and every day with ' +
      'activity. Needs the viewer role in its app’s team.',
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
    }),
  )
  .query(async ({ ctx, input }) => {
    const link = await findLink(ctx.em, ctx.access, input.p_link_id, 'viewer');
    const { workPool, clock } = ctx.services;
    const { from, to } = periodOf(input.p_date_from, input.p_date_to, clock(), 'p_');
    const days = await queryForCustomer<DayRow>(workPool, link.customerId, READ, [link.id, from, to]);
    const sum = (column: keyof typeof counts) => days.reduce((total, day) => total + day[column], 0);
    return {
      link_id: link.id,
      period: { from, to },
      clicks: sum('clicks'),
      repeats: sum('repeats'),
      bots: sum('bots'),
      installs: sum('installs'),
      days,
    };
  });
