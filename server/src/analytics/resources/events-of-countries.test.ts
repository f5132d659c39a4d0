import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { postEvents } from '../../testing/post-events.ts';
import { randomFor } from '../../testing/random.ts';
import { signedEvent, type WireEvent } from '../../testing/signed-event.ts';
import { custom, NOTHING, NOW, onDay, useEventReport } from '../testing/use-event-report.ts';

const KENYA = '41.90.64.9';
const GERMANY = '84.128.0.9';
const AT_HOME = '192.168.0.7';
const PERIOD = { date_from: '2026-03-16', date_to: '2026-03-19' };

const { service, tenant, settle, report, erase, wrong } = useEventReport();

async function sendFrom(address: string, events: readonly WireEvent[]): Promise<string[]> {
  const signed = events.map((event) => signedEvent(tenant, { timestamp: NOW, sent_at: NOW, ...event }));
  const { results } = await postEvents(service, signed, { 'x-forwarded-for': address });
  return results.map(({ status }) => status);
}

/** What the stored events say, counted by nothing but SQL. */
async function truth(country: string | null | undefined) {
  const { rows } = await service.services.workPool.query(
    `select event_type, custom_event_name, count(*)::int as count,
       coalesce((select json_object_agg(currency, revenue) from (
         select currency, sum(revenue)::float8 as revenue from events paid
         where paid.customer_id = $1 and paid.event_type = events.event_type and currency is not null
           and paid.custom_event_name is not distinct from events.custom_event_name
           and (occurred_at at time zone 'UTC')::date between $2 and $3
           and ($5 or paid.country is not distinct from $4)
         group by currency order by currency) by_currency), '{}') as revenue
     from events
     where customer_id = $1 and (occurred_at at time zone 'UTC')::date between $2 and $3
       and ($5 or country is not distinct from $4)
     group by event_type, custom_event_name
     order by count desc, event_type, custom_event_name`,
    [tenant.accountId, PERIOD.date_from, PERIOD.date_to, country ?? null, country === undefined],
  );
  return rows;
}

/** Of all countries, of one, of another, of none that is known, and of one from which nothing came. */
const COUNTRIES: [Record<string, string>, string | null | undefined][] = [
  [{}, undefined],
  [{ country: 'KE' }, 'KE'],
  [{ country: 'de' }, 'DE'],
  [{ country: 'unknown' }, null],
  [{ country: 'FR' }, 'FR'],
];

async function expectTruth(): Promise<void> {
  for (const [given, country] of COUNTRIES) {
    const body = await report({ ...PERIOD, ...given });
    const told = body.events.map(({ devices: _, ...event }) => event);
    const sorted = (events: object[]) => events.map((event) => JSON.stringify(event)).sort();
    expect(sorted(told), JSON.stringify(given)).toEqual(sorted(await truth(country)));
    const total = told.reduce((sum, { count }) => sum + count, 0);
    expect(body.days.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(body.events.every(({ devices }) => (devices === null) === 'country' in given)).toBe(true);
  }
}

/** Random events of a few devices that move between countries. */
async function traffic(seed: number): Promise<string[]> {
  const random = randomFor(seed);
  const devices = Array.from({ length: 5 }, () => random.uuid());
  for (let turn = 0; turn < 40; turn++) {
    const events = Array.from({ length: 1 + random.below(6) }, (): WireEvent => {
      const ids = random.chance(0.8) ? { gaid: random.pick(devices) } : {};
      const paid = random.chance(0.3)
        ? { revenue: random.below(500) / 4, currency: random.pick(['USD', 'KES']) }
        : {};
      const day = onDay(14 + random.below(7), { ...ids, ...paid });
      return random.chance(0.5) ? { ...day, ...custom(random.pick(['level', 'share'])) } : day;
    });
    await sendFrom(random.pick([KENYA, KENYA, GERMANY, AT_HOME]), events);
    if (random.chance(0.3)) await settle();
  }
  await settle();
  return devices;
}

describe('the report of a country', () => {
  test('is what the events from there say, and all countries add up to the report', async () => {
    const [device = ''] = await traffic(3);
    await expectTruth();
    expect(await wrong()).toEqual(NOTHING);
    await erase(device);
    await settle();
    await expectTruth();
    expect(await wrong()).toEqual(NOTHING);
  });

  test('counts by country what was new in a batch that was sent before in part', async () => {
    const [first, second] = [
      custom('a', { event_id: randomUUID() }),
      custom('b', { event_id: randomUUID() }),
    ];
    expect(await sendFrom(KENYA, [first])).toEqual(['accepted']);
    expect(await sendFrom(GERMANY, [first, second])).toEqual(['deduplicated', 'accepted']);
    await settle();
    const namesOf = async (country: string) =>
      (await report({ country })).events.map(({ custom_event_name }) => custom_event_name);
    expect([await namesOf('KE'), await namesOf('DE')]).toEqual([['a'], ['b']]);
  });

  test('has the most frequent events of that country, day by day', async () => {
    await sendFrom(KENYA, [onDay(18, custom('a')), onDay(18, custom('a')), onDay(19, custom('b'))]);
    await sendFrom(GERMANY, [onDay(19, custom('b')), onDay(19, custom('b'))]);
    await settle();
    expect(await report({ date_from: '2026-03-18', date_to: '2026-03-19', country: 'KE' })).toMatchObject({
      events: [
        { custom_event_name: 'a', count: 2 },
        { custom_event_name: 'b', count: 1 },
      ],
      days: [{ count: 2 }, { count: 1 }],
      frequent: [{ counts: [2, 0] }, { counts: [0, 1] }],
    });
  });
});

describe('what was counted before there were countries', () => {
  /** As an upgrade leaves it. */
  const forgetCountries = () =>
    service.services.workPool.query(
      `with old as (delete from event_counts where customer_id = $1 returning *)
       insert into event_counts (customer_id, app_id, day, kind, currency, country, events, revenue)
       select customer_id, app_id, day, kind, currency, '', sum(events), sum(revenue) from old group by 1, 2, 3, 4, 5`,
      [tenant.accountId],
    );

  test('is in no known country, until a rebuild moves it to those that its events say', async () => {
    await traffic(4);
    const before = await report(PERIOD);
    await forgetCountries();
    expect(await report(PERIOD)).toEqual(before);
    expect((await report({ ...PERIOD, country: 'KE' })).events).toEqual([]);
    expect((await wrong()).events).toBeGreaterThan(5);
    await expectTruth();
    expect(await report(PERIOD)).toEqual(before);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('stays as it is of days of which events went', async () => {
    const [device = ''] = await traffic(5);
    const before = await report(PERIOD);
    await forgetCountries();
    const { workPool } = service.services;
    const days = `select customer_id, 'events', generate_series(date '2026-03-14', date '2026-03-20', '1 day')
      from (values ($1::uuid)) account (customer_id)`;
    await workPool.query(`insert into forgotten_days (customer_id, kind, day) ${days}`, [tenant.accountId]);
    await workPool.query('delete from events where customer_id = $1 and gaid = $2', [
      tenant.accountId,
      device,
    ]);
    expect((await wrong()).events).toBe(0);
    expect(await report(PERIOD)).toEqual(before);
  });

  test('counts as of none that is known, where it was left to be counted by the version before', async () => {
    await sendFrom(KENYA, [custom('a')]);
    await service.services.workPool.query(
      `update event_count_queue set deltas = (
         select json_agg(delta::jsonb - 'country') from json_array_elements(deltas) as delta)`,
    );
    expect((await wrong()).events).toBe(2);
    await settle();
    expect((await report({ country: 'KE' })).events).toMatchObject([{ count: 1 }]);
    expect((await report({ country: 'unknown' })).events).toEqual([]);
    expect(await wrong()).toEqual(NOTHING);
  });
});
