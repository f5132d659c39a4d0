import type { ClientBase } from 'pg';
import type { Devices } from '../../attribution/devices/resolve-devices.ts';
import { keyOf } from '../../attribution/event-queue/queued-event.ts';
import { uncountInstalls } from '../../counters/uncount-installs.ts';
import type { ImportTarget } from './import-target.ts';
import type { ImportedEvent } from './to-event.ts';

/** Thrown if a batch has to be processed again with its app held exclusively. */
export class NeedsAppAlone extends Error {
  override name = 'NeedsAppAlone';
}

/** First installs that are later than an install that is about to be stored. */
const FIND_LATER = `
  select installs.install_id
  from json_to_recordset($3::json) as given (device_id uuid, installed_at float8)
  cross join lateral (
    select install_id, installed_at from installs
    where customer_id = $1 and app_id = $2 and device_id = given.device_id and kind = 'install'
    offset 0) installs
  where installs.installed_at > to_timestamp(given.installed_at / 1000)
  order by installs.install_id`;

const MAKE_REINSTALLS = [
  `update installs set kind = 'reinstall' where customer_id = $1 and install_id = any($2::uuid[])`,
  `update attributions set install_kind = 'reinstall' where customer_id = $1 and install_id = any($2::uuid[])`,
];

/**
 * Makes room for imported installs that came before what was known as a device's first install, as the rows of a file
 * may be in any order, and the live app may be ahead of its history: the later one becomes a re-install, and is no
 * longer counted.
 *
 * @param alone whether the caller holds the app exclusively.
 * @throws NeedsAppAlone if there is one and the caller does not.
 */
export async function supersedeInstalls(
  client: ClientBase,
  { customerId, appId }: ImportTarget,
  events: readonly ImportedEvent[],
  devices: Devices,
  alone: boolean,
): Promise<void> {
  const first = new Map<string, number>();
  for (const event of events) {
    const deviceId = devices.get(keyOf(event));
    if (event.event_type !== 'install' || deviceId === undefined) continue;
    first.set(deviceId, Math.min(event.occurred_at, first.get(deviceId) ?? Number.POSITIVE_INFINITY));
  }
  if (first.size === 0) return;
  const given = [...first].map(([device_id, installed_at]) => ({ device_id, installed_at }));
  const { rows } = await client.query<{ install_id: string }>({
    name: 'find-later-installs',
    text: FIND_LATER,
    values: [customerId, appId, JSON.stringify(given)],
  });
  if (rows.length === 0) return;
  if (!alone) throw new NeedsAppAlone('earlier installs of known devices are imported');
  const installIds = rows.map(({ install_id }) => install_id);
  await uncountInstalls(client, { customerId, appId, installIds });
  for (const statement of MAKE_REINSTALLS) await client.query(statement, [customerId, installIds]);
}
