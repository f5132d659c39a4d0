import { z } from 'zod';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { readUsage } from './read-usage.ts';
import { lastMonths, startOfNextMonth } from './usage-months.ts';

const month = z.string().regex(/^\d{4}-\d{2}$/);
const events = z.int();

const output = z.object({
  month: month.describe('The current UTC month, as `2026-01`.'),
  used: events.describe('The account’s events this month that count against the allowance.'),
  allowance: events.nullable().describe('Events per month that the plan allows; null for no limit.'),
  resets_at: z.int().describe('When the next month begins, in Unix ms.'),
  apps: z
    .array(z.object({ app_id: z.uuid(), name: z.string(), used: events }))
    .describe('The apps of the caller’s teams with their events of this month, the busiest first.'),
  months: z
    .array(z.object({ month, used: events, apps: z.array(z.object({ app_id: z.uuid(), used: events })) }))
    .describe(
      'The last 12 months, the current one first: the account’s events, and those of the caller’s apps that had any.',
    ),
});

export const getUsage = accountProcedure
  .meta({
    tag: 'accounts',
    summary: 'Read the use of the allowance',
    description:
      'Returns the events that the account has used of its allowance, per app and month. Requires ' +
      'the viewer role in any team.',
    role: 'viewer',
    audited: false,
    fails: [],
  })
  .input(z.strictObject({}))
  .output(output)
  .query(async ({ ctx }) => {
    const { access, services } = ctx;
    const now = services.clock();
    const names = lastMonths(now);
    const { apps, totals, byApp } = await readUsage(services.workPool, {
      customerId: access.accountId,
      teamIds: access.visibleTeamIds(),
      months: names,
    });
    const [current = ''] = names;
    const thisMonth = new Map(byApp.get(current)?.map(({ app_id, used }) => [app_id, used]));
    const { monthlyEvents } = access.plan;
    return {
      month: current,
      used: totals.get(current) ?? 0,
      allowance: Number.isFinite(monthlyEvents) ? monthlyEvents : null,
      resets_at: startOfNextMonth(now),
      apps: apps
        .map(({ id, name }) => ({ app_id: id, name, used: thisMonth.get(id) ?? 0 }))
        .sort((a, b) => b.used - a.used),
      months: names.map((name) => ({
        month: name,
        used: totals.get(name) ?? 0,
        apps: byApp.get(name) ?? [],
      })),
    };
  });
