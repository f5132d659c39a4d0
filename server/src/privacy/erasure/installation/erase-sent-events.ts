import type { ClientBase } from 'pg';
import { DEVICE_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';
import { eraseFound, type FoundEvent } from '../device/erase-events.ts';
import type { ErasedRows } from '../erasure.ts';
import type { Installation } from './installation.ts';

/** Events erased in one transaction. */
const CHUNK = 2000;

/** Every event of the installation has its key, and no other event: a small index finds them. */
const FIND = `
  select app_id, event_id, device_key, ${DEVICE_ID_KINDS.map((kind) => `${kind}::text`).join(', ')}, user_id, click_id
  from events
  where device_key = $3 and customer_id = $1 and app_id = $2
  order by event_id limit ${CHUNK}`;

/** An event that the installation sent. */
export interface SentEvent extends FoundEvent {
  readonly click_id: string | null;
}

/** Erases the next events that the installation itself sent. @returns them; none at the end. */
export async function eraseSentEvents(
  client: ClientBase,
  { customerId, appId, deviceKey }: Installation,
): Promise<{ events: readonly SentEvent[]; erased: ErasedRows }> {
  const { rows: events } = await client.query<SentEvent>(FIND, [customerId, appId, deviceKey]);
  return { events, erased: await eraseFound(client, customerId, events) };
}
