import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { storableEvent, type TestApp, testApp } from '../../ingest/testing/storable-events.ts';
import { useEventWriters } from '../../ingest/testing/use-event-writers.ts';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { loseNode } from '../../testing/lose-node.ts';
import { countEvents, countGroups } from './count-events.ts';
import { lockEventCounts } from './find-kinds.ts';
import { rebuildEventCounts } from './rebuild-event-counts.ts';

const NOW = Date.UTC(2026, 2, 20, 12);
const WAITING_FOR_LOCK = `
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const { openWriter, reader, numberOf } = useEventWriters();

const share = (app: TestApp, members: Parameters<typeof storableEvent>[1] = {}) =>
  storableEvent(app, { event_type: 'custom', custom_event_name: 'share', ...members }, NOW);

async function settle(): Promise<void> {
  while ((await countEvents(reader)) > 0);
}

async function counted({ appId }: TestApp) {
  const events = await numberOf('select coalesce(sum(events), 0) from event_counts where app_id = $1', appId);
  const devices = await numberOf(
    'select coalesce(sum(devices), 0) from event_device_counts where app_id = $1',
    appId,
  );
  return { events, devices };
}

const waiting = () => numberOf('select count(*) from event_count_queue');

const wrong = ({ customerId }: TestApp) => rebuildEventCounts(reader, customerId);
const NOTHING = { events: 0, event_devices: 0 };

test('an event that is sent again does not count again: in one batch, beside new ones, or alone', async () => {
  const app = testApp();
  const writer = openWriter();
  const [gaid, other] = [randomUUID(), randomUUID()];
  const first = share(app, { gaid, revenue: 0.1, currency: 'USD' });
  await writer.store([first, first]);
  await writer.store([
    first,
    share(app, { gaid, revenue: 0.2, currency: 'USD' }),
    share(app, { gaid: other }),
  ]);
  await writer.store([first]);
  expect(await waiting()).toBe(2);
  await settle();
  expect(await counted(app)).toEqual({ events: 3, devices: 2 });
  const { rows } = await reader.query(
    `select currency, trim_scale(sum(revenue)) as revenue from event_counts where app_id = $1 group by 1 order by 1`,
    [app.appId],
  );
  expect(rows).toEqual([
    { currency: '', revenue: '0' },
    { currency: 'USD', revenue: '0.3' },
  ]);
  expect(await wrong(app)).toEqual(NOTHING);
});

test('an event over the allowance does not count', async () => {
  const app = testApp(3);
  const writer = openWriter();
  const events = Array.from({ length: 5 }, () => share(app, { gaid: randomUUID() }));
  const outcomes = await writer.store(events);
  expect(outcomes.filter((outcome) => outcome === 'over_quota')).toHaveLength(2);
  await settle();
  expect(await counted(app)).toEqual({ events: 3, devices: 3 });
});

test('what is known of a device is not left to be counted again', async () => {
  const app = testApp();
  const writer = openWriter();
  const gaid = randomUUID();
  await writer.store([share(app, { gaid })]);
  await writer.store([share(app, { gaid }), share(app, { gaid, custom_event_name: 'else' })]);
  const { rows } = await reader.query<{ name: string; keys: number; events: number }>(
    `select delta ->> 'event_name' as name, json_array_length(delta -> 'device_keys') as keys,
       (delta ->> 'events')::int as events
     from event_count_queue cross join json_array_elements(deltas) as delta order by queued_at, 1 desc`,
  );
  expect(rows.map(({ name, keys, events }) => [name, keys, events])).toEqual([
    ['share', 1, 1],
    ['share', 0, 1],
    ['else', 1, 1],
  ]);
  await settle();
  expect(await counted(app)).toEqual({ events: 3, devices: 2 });
});

test('several workers count each commit once, and agree on the days before', async () => {
  const app = testApp();
  const devices = Array.from({ length: 8 }, () => randomUUID());
  const writer = openWriter({ settings: { lingerMs: 0, fullAt: 10 } });
  for (let commit = 0; commit < 230; commit++) {
    const gaid = devices[commit % devices.length] ?? null;
    const day = (commit * 7) % 29;
    await writer.store([
      share(app, { gaid, timestamp: NOW - day * DAY_MS, custom_event_name: `n${commit % 3}` }),
    ]);
  }
  while ((await waiting()) > 0) await Promise.all([1, 2, 3, 4].map(() => countEvents(reader)));
  expect((await counted(app)).events).toBe(230);
  expect(await wrong(app)).toEqual(NOTHING);
});

test('a worker waits for another one that counts events of the same app, so that it knows the days before', async () => {
  const app = testApp();
  const writer = openWriter();
  const gaid = randomUUID();
  await writer.store([share(app, { gaid, timestamp: NOW - 5 * DAY_MS })]);
  await inTransaction(reader, async (first) => {
    const { rows } = await first.query('delete from event_count_queue returning deltas');
    await countGroups(first, rows[0]?.deltas);
    await writer.store([share(app, { gaid, timestamp: NOW - 2 * DAY_MS })]);
    void countEvents(reader);
    await expect
      .poll(async () => (await first.query(WAITING_FOR_LOCK)).rows.length, { timeout: 20_000 })
      .toBe(1);
  });
  await settle();
  await expect.poll(async () => (await counted(app)).events, { timeout: 20_000 }).toBe(2);
  expect(await wrong(app)).toEqual(NOTHING);
});

test('one that is killed while it counts leaves everything to the next', async () => {
  const app = testApp();
  const writer = openWriter();
  await writer.store([share(app, { gaid: randomUUID() }), share(app, { gaid: randomUUID() })]);
  await inTransaction(reader, async (holder) => {
    await lockEventCounts(holder, [{ customer_id: app.customerId, app_id: app.appId }]);
    const killed = expect(countEvents(reader)).rejects.toThrow();
    const waitsForLock = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await holder.query(waitsForLock)).rows.length, { timeout: 20_000 })
      .toBe(1);
    await holder.query(`select pg_terminate_backend(pid) from (${waitsForLock}) waiting`);
    await killed;
  });
  expect(await counted(app)).toEqual({ events: 0, devices: 0 });
  expect(await waiting()).toBe(1);
  await settle();
  expect(await counted(app)).toEqual({ events: 2, devices: 2 });
});

test('events of which nothing waits are counted by a rebuild, by their own names', async () => {
  const app = testApp();
  await openWriter().store([share(app, { gaid: randomUUID() }), share(app, { custom_event_name: 'else' })]);
  await reader.query('delete from event_count_queue');
  expect(await wrong(app)).toEqual({ events: 2, event_devices: 1 });
  expect(await counted(app)).toEqual({ events: 2, devices: 1 });
  expect(await wrong(app)).toEqual(NOTHING);
});

test('events of a node that is away wait alone, and are counted when it is back', async () => {
  const [gone, here] = [testApp(), testApp()];
  const writer = openWriter();
  await writer.store([share(gone), share(here), share(gone)]);
  let away = new Set([gone.customerId]);
  const count = () => countEvents(reader, { nodes: { accountsAway: async () => away } });
  const comesBack = await loseNode(reader, 'event_counts', gone.customerId);
  expect([await count(), await count(), await count()]).toEqual([1, 1, 0]);
  expect([(await counted(here)).events, (await counted(gone)).events]).toEqual([1, 0]);
  await comesBack();
  away = new Set();
  await reader.query("update event_count_queue set queued_at = now() - interval '10 seconds'");
  expect(await count()).toBe(1);
  expect([(await counted(here)).events, (await counted(gone)).events]).toEqual([1, 2]);
  expect([await wrong(here), await wrong(gone)]).toEqual([NOTHING, NOTHING]);
});
