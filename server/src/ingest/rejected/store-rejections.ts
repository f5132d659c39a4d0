import type { Pool } from 'pg';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { KEPT, type RejectedEvent } from './rejected-event.ts';

interface RejectionCount {
  readonly app_id: string;
  readonly day: string | undefined;
  readonly code: string | undefined;
  readonly rejected: number;
}

/** What names an app that does not exist leaves nothing. */
const OF_APPS = 'join apps on apps.id = given.app_id and apps.deleted_at is null';

const ADD = `
  insert into rejected_events (customer_id, app_id, rejected_at, rejection_id, code, error, fields, event_type)
  select apps.customer_id, app_id, to_timestamp(at / 1000), rejection_id, code, error, fields, event_type
  from json_to_recordset($1::json) as given (app_id uuid, at float8, rejection_id uuid, code text, error text,
    fields text[], event_type text)
  ${OF_APPS}
  order by 1, 2, 3, 4
  on conflict do nothing`;

const COUNT = `
  insert into rejected_event_counts as counts (customer_id, app_id, day, code, rejected)
  select apps.customer_id, app_id, day, code, sum(rejected)
  from json_to_recordset($1::json) as given (app_id uuid, day date, code text, rejected bigint)
  ${OF_APPS}
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (customer_id, app_id, day, code) do update set rejected = counts.rejected + excluded.rejected
  returning customer_id, app_id`;

const TRIM = `
  delete from rejected_events
  where customer_id = $1 and app_id = $2 and (rejected_at, rejection_id) < (
    select rejected_at, rejection_id from rejected_events
    where customer_id = $1 and app_id = $2
    order by rejected_at desc, rejection_id desc offset ${KEPT - 1} limit 1)`;

/** Stores refused events of any apps, with their numbers, and forgets all but the last ones of each app. */
export function storeRejections(
  pool: Pool,
  events: readonly RejectedEvent[],
  counts: readonly RejectionCount[],
): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query({ name: 'add-rejections', text: ADD, values: [JSON.stringify(events)] });
    const { rows } = await client.query<{ customer_id: string; app_id: string }>({
      name: 'count-rejections',
      text: COUNT,
      values: [JSON.stringify(counts)],
    });
    // The rows of counts are locked in the order of apps, so no two that forget wait for each other.
    for (const { customer_id, app_id } of new Map(rows.map((row) => [row.app_id, row])).values())
      await client.query({ name: 'trim-rejections', text: TRIM, values: [customer_id, app_id] });
  });
}
