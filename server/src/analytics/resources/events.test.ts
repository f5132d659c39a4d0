import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eraseNow } from '../../erasure/testing/erase-now.ts';
import { importFile } from '../../imports/testing/import-file.ts';
import { countEvents } from '../../rollups/events/count-events.ts';
import { rebuildRollups } from '../../rollups/rebuild-rollups.ts';
import { processQueued } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent, type WireEvent } from '../../testing/signed-event.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { addApp, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { DAY_MS } from '../../values/day-ms.ts';

const NOW = Date.UTC(2026, 2, 20, 12);
const service = useService({ clock: () => NOW });
const tenant = perTest(() => createTenant(service));

interface Counted {
  readonly event_type: string;
  readonly custom_event_name: string | null;
  readonly rest?: true;
  readonly count: number;
  readonly devices: number;
  readonly revenue: Record<string, number>;
}

async function sendAll(events: readonly WireEvent[]): Promise<void> {
  const signed = events.map((event) => signedEvent(tenant, { timestamp: NOW, sent_at: NOW, ...event }));
  for (let at = 0; at < signed.length; at += 50) {
    const { results } = await postEvents(service, signed.slice(at, at + 50));
    expect(results.every(({ status }) => status === 'accepted')).toBe(true);
  }
}

const onDay = (day: number, members: WireEvent = {}): WireEvent => ({
  event_type: 'open',
  timestamp: Date.UTC(2026, 2, day, 9),
  ...members,
});

const custom = (custom_event_name: string, members: WireEvent = {}): WireEvent => ({
  event_type: 'custom',
  custom_event_name,
  ...members,
});

async function settle(): Promise<void> {
  while ((await countEvents(service.services.backgroundPool)) > 0);
}

async function report(days: Record<string, string> = {}) {
  const response = await tenant.owner.get(
    `/v1/analytics?${new URLSearchParams({ resource: 'events', ...days })}`,
  );
  expect(response.status).toBe(200);
  return (await response.json()) as { events: Counted[]; days: { date: string; count: number }[] };
}

async function erase(gaid: string): Promise<void> {
  await eraseNow(service.services.backgroundPool, {
    customerId: tenant.accountId,
    kind: 'gaid',
    value: gaid,
  });
}

/** What a rebuild finds wrong of the events. */
async function wrong() {
  const { events, event_devices } = await rebuildRollups(service.services.backgroundPool, tenant.accountId);
  return { events, event_devices };
}
const NOTHING = { events: 0, event_devices: 0 };

describe('the report', () => {
  test('has each event with its count, its devices and its revenue by currency, the most frequent first', async () => {
    const [a, b] = [{ gaid: randomUUID() }, { gaid: randomUUID() }];
    await sendAll([
      ...[a, b, a].map((ids) => custom('level', ids)),
      custom('share', { ...a, revenue: 0.1, currency: 'USD' }),
      custom('share', { ...a, revenue: 0.2, currency: 'USD' }),
      { event_type: 'purchase', ...b, revenue: 1200, currency: 'JPY' },
      { event_type: 'purchase', ...b, revenue: 3, currency: 'EUR' },
    ]);
    await settle();
    expect(await report({ date_from: '2026-03-19' })).toEqual({
      period: { from: '2026-03-19', to: '2026-03-20' },
      events: [
        { event_type: 'custom', custom_event_name: 'level', count: 3, devices: 2, revenue: {} },
        { event_type: 'custom', custom_event_name: 'share', count: 2, devices: 1, revenue: { USD: 0.3 } },
        {
          event_type: 'purchase',
          custom_event_name: null,
          count: 2,
          devices: 1,
          revenue: { EUR: 3, JPY: 1200 },
        },
      ],
      days: [
        { date: '2026-03-19', count: 0 },
        { date: '2026-03-20', count: 7 },
      ],
    });
  });

  test('shows revenue with the decimals of its currency and every digit that was sent', async () => {
    await sendAll([
      custom('a', { revenue: 1.5, currency: 'USD' }),
      custom('b', { revenue: 0.123456789, currency: 'USD' }),
    ]);
    await settle();
    const response = await tenant.owner.get('/v1/analytics?resource=events');
    expect(await response.text()).toMatch(/\{"USD":1\.50\}.*\{"USD":0\.123456789\}/);
  });

  test('has no name for types other than custom, and for custom events without one', async () => {
    await sendAll([
      { event_type: 'open', custom_event_name: 'named' },
      custom(''),
      { event_type: 'custom' },
      custom('x'),
    ]);
    await settle();
    const names = (await report()).events.map(({ event_type, custom_event_name, count }) => [
      event_type,
      custom_event_name,
      count,
    ]);
    expect(names).toEqual([
      ['custom', null, 2],
      ['custom', 'x', 1],
      ['open', null, 1],
    ]);
  });

  test('counts events without an id for no device', async () => {
    await sendAll([
      custom('a'),
      custom('a', { user_id: 'u-1' }),
      custom('b'),
      custom('b', { gaid: randomUUID() }),
    ]);
    await settle();
    expect((await report()).events).toMatchObject([
      { custom_event_name: 'a', count: 2, devices: 0 },
      { custom_event_name: 'b', count: 2, devices: 1 },
    ]);
  });

  test('counts a device once in any period, on UTC days that are both inclusive', async () => {
    const gaid = randomUUID();
    const midnight = Date.UTC(2026, 2, 5);
    await sendAll([
      onDay(1, { gaid }),
      onDay(4, { gaid, timestamp: midnight - 1 }),
      onDay(5, { gaid, timestamp: midnight }),
      onDay(9, { gaid }),
    ]);
    await settle();
    const devicesIn = async (date_from: string, date_to: string) =>
      (await report({ date_from, date_to })).events.map(({ count, devices }) => [count, devices]);
    expect(await devicesIn('2026-03-01', '2026-03-20')).toEqual([[4, 1]]);
    expect(await devicesIn('2026-03-04', '2026-03-04')).toEqual([[1, 1]]);
    expect(await devicesIn('2026-03-04', '2026-03-05')).toEqual([[2, 1]]);
    expect(await devicesIn('2026-03-05', '2026-03-09')).toEqual([[2, 1]]);
    expect(await devicesIn('2026-03-06', '2026-03-08')).toEqual([]);
    expect(await devicesIn('2026-03-02', '2026-03-03')).toEqual([]);
  });

  test('is right about periods around a day that arrives late, between two others', async () => {
    const gaid = randomUUID();
    await sendAll([onDay(2, { gaid }), onDay(10, { gaid })]);
    await settle();
    await sendAll([onDay(6, { gaid }), onDay(8, { gaid })]);
    await settle();
    const { workPool } = service.services;
    const { rows } = await workPool.query(
      `select to_char(day, 'DD') as day, to_char(previous_day, 'DD') as before, devices::int from event_device_counts
       where customer_id = $1 and devices <> 0 order by day`,
      [tenant.accountId],
    );
    expect(rows.map(({ day, before, devices }) => [day, before, devices])).toEqual([
      ['02', null, 1],
      ['06', '02', 1],
      ['08', '06', 1],
      ['10', '08', 1],
    ]);
    const days = { date_from: '2026-03-05', date_to: '2026-03-10' };
    expect((await report(days)).events).toMatchObject([{ count: 3, devices: 1 }]);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('adds up the apps that are asked for, in each of which a device counts', async () => {
    const gaid = randomUUID();
    const other = await addApp(tenant);
    await sendAll([custom('a', { gaid }), custom('b', { gaid })]);
    await service.services.workPool.query(
      `insert into event_count_queue (deltas)
       select json_agg(json_build_object('customer_id', $1::text, 'app_id', $2::text, 'event_type', 'custom',
         'event_name', name, 'day', $3::int, 'currency', '', 'events', 1, 'revenue', json '[]',
         'device_keys', json_build_array(gen_random_uuid())))
       from unnest(array['b', 'c']) as name`,
      [tenant.accountId, other, Math.floor(NOW / DAY_MS)],
    );
    await settle();
    const names = async (scope: Record<string, string>) =>
      (await report(scope)).events.map(({ custom_event_name, count, devices }) => [
        custom_event_name,
        count,
        devices,
      ]);
    expect(await names({})).toEqual([
      ['b', 2, 2],
      ['a', 1, 1],
      ['c', 1, 1],
    ]);
    expect(await names({ app_id: other })).toEqual([
      ['b', 1, 1],
      ['c', 1, 1],
    ]);
  });

  test('is a table as CSV, with a column for each currency', async () => {
    await sendAll([custom('=a'), custom('b', { revenue: 2, currency: 'USD' }), custom('=a')]);
    await settle();
    const response = await service.request('/v1/analytics?resource=events', {
      headers: { accept: 'text/csv', authorization: `Bearer ${tenant.owner.token}`, apikey: TEST_ANON_KEY },
    });
    expect((await response.text()).split('\r\n')).toEqual([
      'event_type,custom_event_name,rest,count,devices,revenue.USD',
      "custom,'=a,false,2,0,",
      'custom,b,false,1,0,2.00',
      '',
    ]);
  });

  test('has imported events', async () => {
    const rows = [1, 2].map((n) => ({
      event_type: 'purchase',
      event_timestamp: `2026-03-0${n}T10:00:00Z`,
      gaid: 'c0ffee00-0000-4000-8000-000000000001',
      revenue: 1.5,
      currency: 'USD',
    }));
    await importFile(service, tenant, 'custom', rows);
    await settle();
    expect((await report()).events).toEqual([
      { event_type: 'purchase', custom_event_name: null, count: 2, devices: 1, revenue: { USD: 3 } },
    ]);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('refuses a period that is too long to list', async () => {
    const response = await tenant.owner.get('/v1/analytics?resource=events&date_from=1980-01-01');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'date_from: must be within 30 years of date_to' });
  });
});

describe('of an app that sends many names', () => {
  test('the first 500 are counted by themselves, and all further ones as other', async () => {
    const gaid = randomUUID();
    const names = Array.from({ length: 503 }, (_, n) => `event_${String(n).padStart(3, '0')}`);
    for (let at = 0; at < names.length; at += 50) {
      await sendAll(names.slice(at, at + 50).map((name) => custom(name, { gaid })));
      await settle();
    }
    await sendAll([custom('event_502', { gaid }), custom('event_001', { gaid })]);
    await settle();
    const { events } = await report();
    expect(events).toHaveLength(501);
    expect(events.slice(0, 3)).toEqual([
      { event_type: 'custom', custom_event_name: 'other', rest: true, count: 4, devices: 1, revenue: {} },
      { event_type: 'custom', custom_event_name: 'event_001', count: 2, devices: 1, revenue: {} },
      { event_type: 'custom', custom_event_name: 'event_000', count: 1, devices: 1, revenue: {} },
    ]);
    expect(events.some(({ custom_event_name }) => custom_event_name === 'event_499')).toBe(true);
    expect(await wrong()).toEqual(NOTHING);
    await erase(gaid);
    await settle();
    await sendAll([custom('event_new')]);
    await settle();
    expect((await report()).events).toMatchObject([{ custom_event_name: 'other', rest: true, count: 1 }]);
  });

  test('an event of its own that is called other is not among them', async () => {
    const names = Array.from({ length: 500 }, (_, n) => (n === 7 ? 'other' : `name ${n}`));
    await sendAll(names.map((name) => custom(name)));
    await settle();
    await sendAll([custom('one more'), custom('and more'), custom('other')]);
    await settle();
    const others = (await report()).events.filter(({ custom_event_name }) => custom_event_name === 'other');
    expect(others).toEqual([
      { event_type: 'custom', custom_event_name: 'other', rest: true, count: 2, devices: 0, revenue: {} },
      { event_type: 'custom', custom_event_name: 'other', count: 2, devices: 0, revenue: {} },
    ]);
  });
});

describe('a device that is erased', () => {
  const kept = { gaid: randomUUID() };
  const gone = { gaid: randomUUID() };
  const traffic = () => [
    onDay(3, gone),
    onDay(5, gone),
    onDay(5, kept),
    custom('share', { ...gone, revenue: 2, currency: 'USD' }),
    custom('share', { ...kept, revenue: 3, currency: 'USD' }),
    custom('alone', gone),
  ];
  const LEFT = [
    { event_type: 'custom', custom_event_name: 'share', count: 1, devices: 1, revenue: { USD: 3 } },
    { event_type: 'open', custom_event_name: null, count: 1, devices: 1, revenue: {} },
  ];

  test.each([
    ['before it was counted', false],
    ['after it was counted', true],
  ])('%s is in no count, revenue or number of devices', async (_when, settled) => {
    await sendAll(traffic());
    if (settled) await settle();
    await erase(gone.gaid);
    await settle();
    const { events, days } = await report();
    expect(events).toEqual(LEFT);
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(await wrong()).toEqual(NOTHING);
    const { rows } = await service.services.workPool.query(
      'select distinct device_key from event_devices where customer_id = $1',
      [tenant.accountId],
    );
    expect(rows).toHaveLength(1);
  });

  test('counts again when it comes back', async () => {
    await sendAll(traffic());
    await settle();
    await erase(gone.gaid);
    await sendAll([onDay(5, gone), custom('alone', gone)]);
    await settle();
    expect((await report()).events).toEqual([
      { event_type: 'open', custom_event_name: null, count: 2, devices: 2, revenue: {} },
      { event_type: 'custom', custom_event_name: 'alone', count: 1, devices: 1, revenue: {} },
      LEFT[0],
    ]);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('leaves another device that once sent its id the days of its other events', async () => {
    const phone = { installation_id: randomUUID() };
    await sendAll([
      { event_type: 'install', ...gone, installation_id: randomUUID(), timestamp: NOW - 9 * DAY_MS },
      { event_type: 'install', ...phone, gaid: randomUUID(), timestamp: NOW - 3 * DAY_MS },
    ]);
    await processQueued(service);
    await sendAll([
      custom('a', phone),
      custom('a', { ...phone, ...gone }),
      custom('b', { ...phone, ...gone }),
      onDay(18, phone),
    ]);
    await settle();
    await erase(gone.gaid);
    await settle();
    expect((await report()).events).toEqual([
      { event_type: 'custom', custom_event_name: 'a', count: 1, devices: 1, revenue: {} },
      { event_type: 'install', custom_event_name: null, count: 1, devices: 1, revenue: {} },
      { event_type: 'open', custom_event_name: null, count: 1, devices: 1, revenue: {} },
    ]);
    expect(await wrong()).toEqual(NOTHING);
    const { rows } = await service.services.workPool.query(
      'select distinct day from device_days where customer_id = $1',
      [tenant.accountId],
    );
    expect(rows).toHaveLength(3);
  });
});
