import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';

/** A day that a device was active on. */
export interface ActiveDay {
  readonly customerId: string;
  readonly appId: string;
  readonly deviceKey: string;
  /** UTC, in days since 1970. */
  readonly day: number;
  /** The event that tells the device's other ids, where it has some that nobody looks at otherwise. */
  readonly eventId: string | null;
}

const QUEUE_ACTIVITY = `
  insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_keys, days, event_ids)
  values ($1, $2, $3, $4, $5, $6, $7)`;

/**
 * Leaves days that were recorded now for the cohorts to count: one row for all of them.
 *
 * @param now Unix ms.
 */
export async function queueActivity(
  client: ClientBase,
  active: readonly ActiveDay[],
  now: number,
): Promise<void> {
  if (active.length === 0) return;
  await client.query({
    name: 'queue-activity',
    text: QUEUE_ACTIVITY,
    values: [
      randomUUID(),
      new Date(now).toISOString(),
      active.map(({ customerId }) => customerId),
      active.map(({ appId }) => appId),
      active.map(({ deviceKey }) => deviceKey),
      active.map(({ day }) => day),
      active.map(({ eventId }) => eventId),
    ],
  });
}
