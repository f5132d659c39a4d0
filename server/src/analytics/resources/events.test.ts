import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { importFile } from '../../imports/testing/import-file.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { addApp } from '../../testing/test-tenant.ts';
import { custom, NOTHING, NOW, onDay, useEventReport } from '../testing/use-event-report.ts';

const { service, tenant, sendAll, settle, report, wrong } = useEventReport();

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
      frequent: [
        { event_type: 'custom', custom_event_name: 'level', counts: [0, 3] },
        { event_type: 'custom', custom_event_name: 'share', counts: [0, 2] },
        { event_type: 'purchase', custom_event_name: null, counts: [0, 2] },
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
