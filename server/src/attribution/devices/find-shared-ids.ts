import type { Pool } from 'pg';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { SYSTEM_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import type { QueuedEvent } from '../event-queue/queued-event.ts';

const FIND = {
  name: 'find-shared-ids-of-event',
  text: `
    select kind from device_ids
    where customer_id = $1 and app_id = $2 and (kind, value) in (select * from unnest($3::text[], $4::text[]))
      and shared_since is not null`,
};

/** The event without those of its ids that identify no one any more, as many phones share them. */
export async function withoutSharedIds(pool: Pool, event: QueuedEvent): Promise<QueuedEvent> {
  const values = SYSTEM_ID_KINDS.map((kind) => event[kind]);
  const rows = await queryForCustomer<{ kind: string }>(pool, event.customer_id, FIND, [
    event.app_id,
    SYSTEM_ID_KINDS,
    values,
  ]);
  return { ...event, ...Object.fromEntries(rows.map(({ kind }) => [kind, null])) };
}
