import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { isDistributed } from '../../platform/store/is-distributed.ts';
import { added, addToCounters } from '../add-to-counters.ts';
import { EVENT_COUNTS, type EventContribution } from '../declared/event-counts.ts';
import { EVENT_DEVICE_COUNTS, type EventDeviceContribution } from '../declared/event-device-counts.ts';
import { readStill } from '../read-still.ts';
import { compareSql } from '../sql/compare-sql.ts';
import { DEVICES_OF_EVENTS, NAMES_OF_EVENTS, WRONG_DEVICES } from './event-count-errors.ts';
import { addEventDevices, type EventDevice, removeEventDevices } from './event-device-changes.ts';
import { findKinds, lockEventCounts } from './find-kinds.ts';
import type { DeviceOfApp } from './take-events-back.ts';

/** How many rows were wrong. */
export interface EventCorrections {
  readonly events: number;
  /** Devices whose days were wrong, and counters of devices. */
  readonly event_devices: number;
}

const EVENT_COUNT_ERRORS = compareSql(EVENT_COUNTS);
const DEVICE_COUNT_ERRORS = compareSql(EVENT_DEVICE_COUNTS);

/** Devices that one transaction corrects. */
const DEVICES = 100_000;

const APPS = 'select id as app_id, customer_id from apps where customer_id = $1';

/**
 * Makes the counters of an account's events what its events say. Events are stored with what has yet to be counted of
 * them, and counted together: both are seen at the same moment. So nothing waits while it is compared; only if something is
 * wrong, it is compared again while no one else counts events of the account.
 */
export async function rebuildEventCounts(pool: Pool, customerId: string): Promise<EventCorrections> {
  const none = { events: 0, event_devices: 0 };
  if (!(await readStill(pool, customerId, (client) => isWrong(client, customerId)))) return none;
  for (let all: EventCorrections = none; ; ) {
    const { wrongDevices, ...found } = await correct(pool, customerId);
    all = { events: all.events + found.events, event_devices: all.event_devices + found.event_devices };
    if (wrongDevices < DEVICES) return all;
  }
}

async function isWrong(client: ClientBase, customerId: string): Promise<boolean> {
  const errors = [EVENT_COUNT_ERRORS, WRONG_DEVICES, DEVICE_COUNT_ERRORS];
  for (const text of errors) {
    const { rows } = await client.query(`select 1 from (${text}) wrong limit 1`, [customerId]);
    if (rows.length > 0) return true;
  }
  return false;
}

type Corrected = EventCorrections & { wrongDevices: number };

interface Found {
  readonly events: readonly EventContribution[];
  readonly devices: readonly DeviceOfApp[];
}

async function correct(pool: Pool, customerId: string): Promise<Corrected> {
  if (await isDistributed(pool)) return correctOnNodes(pool, customerId);
  return inTransaction(pool, async (client) => {
    await nameKinds(client, customerId);
    return apply(client, customerId, await find(client, customerId));
  });
}

/** Excludes a second rebuild, which would correct the same again, and nothing else. */
const ONE_AT_A_TIME = 'lock table event_counts in share update exclusive mode';

/** There it is not compared under the locks of those who count: what they count meanwhile is added beside. */
function correctOnNodes(pool: Pool, customerId: string): Promise<Corrected> {
  return inTransaction(pool, async (alone) => {
    await alone.query(ONE_AT_A_TIME);
    await inTransaction(pool, (client) => nameKinds(client, customerId));
    const found = await readStill(pool, customerId, (client) => find(client, customerId));
    return inTransaction(pool, async (client) => {
      await lockCounts(client, customerId);
      return apply(client, customerId, found);
    });
  });
}

async function lockCounts(client: ClientBase, customerId: string): Promise<void> {
  const apps = await client.query<{ app_id: string; customer_id: string }>(APPS, [customerId]);
  await lockEventCounts(client, apps.rows);
}

async function nameKinds(client: ClientBase, customerId: string): Promise<void> {
  await lockCounts(client, customerId);
  const names = await client.query(NAMES_OF_EVENTS, [customerId]);
  await findKinds(client, names.rows);
}

async function find(client: ClientBase, customerId: string): Promise<Found> {
  const events = await client.query<EventContribution>(EVENT_COUNT_ERRORS, [customerId]);
  const devices = await client.query<DeviceOfApp>(`${WRONG_DEVICES} limit ${DEVICES}`, [customerId]);
  // What came under a new name meanwhile is still to be counted.
  return { events: events.rows.filter(({ kind }) => kind !== null), devices: devices.rows };
}

async function apply(client: ClientBase, customerId: string, found: Found): Promise<Corrected> {
  await addToCounters(client, [added(EVENT_COUNTS, found.events)]);
  await correctDevices(client, customerId, found.devices);
  const { rows: eventDevices } = await client.query<EventDeviceContribution>(DEVICE_COUNT_ERRORS, [
    customerId,
  ]);
  await addToCounters(client, [added(EVENT_DEVICE_COUNTS, eventDevices)]);
  const event_devices = found.devices.length + eventDevices.length;
  return { events: found.events.length, event_devices, wrongDevices: found.devices.length };
}

/** Forgets all days of these devices, and records those that their events show. */
async function correctDevices(
  client: ClientBase,
  customerId: string,
  wrong: readonly DeviceOfApp[],
): Promise<void> {
  if (wrong.length === 0) return;
  const { rows: seen } = await client.query<EventDevice>(DEVICES_OF_EVENTS, [
    customerId,
    wrong.map(({ app_id }) => app_id),
    wrong.map(({ device_key }) => device_key),
  ]);
  const removed = await removeEventDevices(client, customerId, wrong);
  const recorded = await addEventDevices(client, seen);
  await addToCounters(client, [added(EVENT_DEVICE_COUNTS, [...removed, ...recorded])]);
}
