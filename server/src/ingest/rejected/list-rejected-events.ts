import { EVENT_TYPES } from '@tributary/sdk/wire/event';
import { z } from 'zod';
import { utcDay } from '../../counters/utc-day.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import {
  listPage,
  type PageQuery,
  pageArguments,
  readPage,
} from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';

const item = z.object({
  at: z.number().describe('When it arrived, Unix ms.'),
  code: z.string(),
  error: z.string(),
  fields: z.array(z.string()).describe('The fields that it was refused for.'),
  event_type: z
    .enum(EVENT_TYPES)
    .nullable()
    .describe('The type of the event; null if it was none of the known ones.'),
});

const counts = z.array(z.object({ date: z.string(), code: z.string(), count: z.number() }));

/** Moments are compared in ms, as cursors have them. */
const ITEMS = {
  name: 'list-rejected-events',
  text: `
    select * from (
      select rejection_id as id, round(extract(epoch from rejected_at) * 1000)::float8 as at, code, error, fields,
        event_type
      from rejected_events where customer_id = $1 and app_id = any($2::uuid[])) event
    where (at, id) < ($3::float8, $4::uuid)
    order by at desc, id desc limit $5`,
};

/** Days that refusals are counted of in an answer. */
const DAYS = 31;
const COUNTS = {
  name: 'count-rejected-events',
  text: `
    select to_char(day, 'YYYY-MM-DD') as date, code, sum(rejected)::float8 as count from rejected_event_counts
    where customer_id = $1 and app_id = any($2::uuid[]) and day > $3::date - ${DAYS}
    group by day, code order by day, code`,
};

export const listRejectedEvents = accountProcedure
  .meta({
    tag: 'events',
    summary: 'List refused events',
    description:
      'Lists the last 100 events of each app that ingest refused, newest first, also those with a ' +
      'wrong signature, and how many were refused a day in the last 31 days, by code. No value of ' +
      'an event is kept. Needs the viewer role in the app’s team.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_app_id: optional(uuid), ...pageArguments }))
  .output(listPage(item).extend({ counts }))
  .query(async ({ ctx, input }) => {
    const { access, services } = ctx;
    const appIds = await access.visibleAppIds(input.p_app_id);
    await services.ingest.rejections.flush();
    const ask = <Row extends object>(statement: { name: string; text: string }, values: unknown[]) =>
      queryForCustomer<Row & Record<string, unknown>>(services.workPool, access.accountId, statement, [
        appIds,
        ...values,
      ]);
    const read = async ({ last, options: { limit } }: PageQuery) => {
      const after = [
        last?.createdAt.getTime() ?? 'infinity',
        last?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      ];
      const rows = await ask<z.input<typeof item> & { id: string }>(ITEMS, [...after, limit]);
      return rows.map((row) => ({ id: row.id, createdAt: new Date(row.at), row }));
    };
    const page = await readPage('list_rejected_events', input, read, ({ row: { id: _, ...shown } }) => shown);
    const today = utcDay(services.clock());
    return { ...page, counts: await ask<z.output<typeof counts>[number]>(COUNTS, [today]) };
  });
