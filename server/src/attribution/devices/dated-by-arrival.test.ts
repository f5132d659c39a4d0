import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { attributionsOf, processQueued } from '../../testing/attributed-app.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent, type WireEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const ARRIVAL = Date.UTC(2026, 2, 1, 12);
const MILLENNIUM = Date.UTC(2000);
/** As long ago as 2000, and the largest time that an event may claim. */
const AGE = ARRIVAL - MILLENNIUM;
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const service = useService({ clock: () => ARRIVAL });
const tenant = perSuite(() => createTenant(service));

interface Case {
  readonly name: string;
  readonly times: { timestamp: number; sent_at?: number; age_ms?: number };
  /** When it counts, Unix ms. */
  readonly at: number;
  readonly isDated: boolean;
}

const SENT = { sent_at: ARRIVAL };
/** With a clock that was a minute fast when it signed. */
const FAST = { sent_at: ARRIVAL + 60_000 };
const at = (name: string, times: Case['times'], when: number): Case => ({
  name,
  times,
  at: when,
  isDated: false,
});
const dated = (name: string, times: Case['times']): Case => ({ name, times, at: ARRIVAL, isDated: true });

const CASES: readonly Case[] = [
  at('2000 itself', { timestamp: MILLENNIUM, ...SENT }, MILLENNIUM),
  dated('a millisecond before 2000', { timestamp: MILLENNIUM - 1, ...SENT }),
  at('2000 once corrected', { timestamp: MILLENNIUM + 60_000, ...FAST }, MILLENNIUM),
  dated('a millisecond before 2000 once corrected', { timestamp: MILLENNIUM + 59_999, ...FAST }),
  at('2000 by its age', { timestamp: 5, age_ms: AGE, ...SENT }, MILLENNIUM),
  dated('a millisecond before 2000 by its age', { timestamp: ARRIVAL, age_ms: AGE + 1, ...SENT }),
  dated('1970', { timestamp: 0, ...SENT }),
  at('a millisecond before its arrival', { timestamp: ARRIVAL - 1, ...SENT }, ARRIVAL - 1),
  at('its arrival', { timestamp: ARRIVAL, ...SENT }, ARRIVAL),
  at('its arrival once corrected', { timestamp: ARRIVAL + 60_000, ...FAST }, ARRIVAL),
  at('its arrival by its age', { timestamp: LAST, age_ms: 0, ...SENT }, ARRIVAL),
  at('its arrival, unsent', { timestamp: ARRIVAL }, ARRIVAL),
  dated('a millisecond after its arrival', { timestamp: ARRIVAL + 1, ...SENT }),
  dated('a millisecond after its arrival once corrected', { timestamp: ARRIVAL + 60_001, ...FAST }),
  dated('a millisecond after its arrival, unsent', { timestamp: ARRIVAL + 1 }),
  dated('the far future', { timestamp: LAST, ...SENT }),
];

/** Each case by a device of its own. */
const devices = CASES.map((one) => {
  const gaid = randomUUID();
  const event = (members: WireEvent) => signedEvent(tenant, { ...one.times, gaid, ...members });
  return { ...one, gaid, event };
});
const sent = new Map<string, WireEvent[]>();

beforeAll(async () => {
  for (const { name, event } of devices) {
    const consent = { eea: false };
    const events = [
      event({ event_type: 'install', consent }),
      event({ event_type: 'open' }),
      event({ event_type: 'purchase', revenue: 3.5, currency: 'USD' }),
    ];
    sent.set(name, events);
    await postEvents(service, events);
  }
  await processQueued(service);
});

const rpc = async (name: string, args: object = {}) => {
  const { status, body } = await answerOf(tenant.owner.rpc(name, args));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

interface Entry {
  readonly at: number;
  readonly kind: string;
  readonly is_dated_by_arrival: boolean | null;
}

/** What is said of each kind that is an event of the app. */
function expectSaid(timeline: readonly Entry[], { at: when, isDated }: Case, kinds: readonly string[]): void {
  const own = timeline.filter(({ kind }) => kinds.includes(kind));
  expect(own.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
  for (const { kind, at: shown, is_dated_by_arrival } of own)
    expect([kind, shown, is_dated_by_arrival]).toEqual([kind, when, isDated]);
  for (const { kind, is_dated_by_arrival } of timeline)
    if (!kinds.includes(kind)) expect([kind, is_dated_by_arrival]).toEqual([kind, null]);
}

describe('an event that claims to be of', () => {
  test.each(devices)('$name: so it is said where it is checked', async (one) => {
    const event = one.event({ event_type: 'open' });
    const checked = await rpc('check_event', { p_app_id: tenant.appId, p_event: event });
    const { status, occurred_at, is_dated_by_arrival } = checked;
    // Without a time of sending an event is signed by its own.
    if (one.times.timestamp === ARRIVAL || one.times.sent_at !== undefined) expect(status).toBe('accepted');
    expect([occurred_at, is_dated_by_arrival]).toEqual([one.at, one.isDated]);
  });

  test.each(devices)('$name: so it is said in the time line of its device', async (one) => {
    const found = await rpc('find_device', { p_id: one.gaid });
    const { items } = await rpc('device_timeline', { p_device_id: found.items[0].device_id });
    expectSaid(items, one, ['install', 'event', 'purchase', 'consent']);
  });

  test.each(devices)('$name: so it is said where its install is explained', async (one) => {
    const [install] = sent.get(one.name) ?? [];
    const attribution = (await attributionsOf(service, tenant)).find(
      ({ event_id }) => event_id === install?.event_id,
    );
    const { timeline } = await rpc('explain_attribution', { p_install_id: attribution?.install_id });
    expectSaid(timeline, one, ['install', 'purchase', 'consent']);
  });

  test.each(devices)('$name: so it is said in the export', async (one) => {
    const { events } = await rpc('export_my_account_data');
    const own = events.filter(({ gaid }: { gaid: string }) => gaid === one.gaid);
    expect(own).toHaveLength(3);
    for (const { occurred_at, is_dated_by_arrival, timestamp } of own)
      expect([occurred_at, is_dated_by_arrival, timestamp]).toEqual([
        one.at,
        one.isDated,
        one.times.timestamp,
      ]);
  });
});

test('nothing is said where the event is gone', async () => {
  const [one] = devices;
  if (!one) throw new Error('there is no device');
  const [install] = sent.get(one.name) ?? [];
  const eventId = install?.event_id as string;
  await service.services.workPool.query('delete from events where customer_id = $1 and event_id = $2', [
    tenant.accountId,
    eventId,
  ]);
  const attribution = (await attributionsOf(service, tenant)).find(({ event_id }) => event_id === eventId);
  const { timeline } = await rpc('explain_attribution', { p_install_id: attribution?.install_id });
  const { items } = await rpc('device_timeline', { p_device_id: attribution?.device_id });
  for (const entries of [timeline, items] as Entry[][])
    expect(entries.find(({ kind }) => kind === 'install')).toMatchObject({ is_dated_by_arrival: null });
});
