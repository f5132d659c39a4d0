import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { countStored, outcomeOf, postEvents } from '../testing/post-events.ts';
import { signedEvent, type WireEvent } from '../testing/signed-event.ts';
import { startTestService } from '../testing/test-service.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const minute = 60_000;

/** How far the service's clock is from the real one. */
let skew = 0;

const service = useService({ clock: () => Date.now() + skew });
const tenant = perSuite(() => createTenant(service));
const other = perSuite(() => createTenant(service));

const post = (events: object) => postEvents(service, events);
const onlyCode = (event: WireEvent) => outcomeOf(service, event);

describe('an item is', () => {
  test('accepted: valid signature, within the replay window, new event_id', async () => {
    const before = Date.now();
    const event = signedEvent(tenant);
    const { status, body } = await post(event);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        results: [{ status: 'accepted', event_id: event.event_id, server_timestamp: expect.any(Number) }],
        batch_size: 1,
      },
    });
    expect(body.results?.[0]?.server_timestamp).toBeGreaterThanOrEqual(before);
  });

  test('deduplicated: event_id already seen, signed again or not', async () => {
    const event = signedEvent(tenant);
    await post(event);
    expect(await onlyCode(event)).toBe('deduplicated');
    expect(await onlyCode(signedEvent(tenant, { event_id: event.event_id, sent_at: Date.now() }))).toBe(
      'deduplicated',
    );
  });

  test('accepted for another app with the same event_id', async () => {
    const event = signedEvent(tenant);
    await post(event);
    expect(await onlyCode(signedEvent(other, { event_id: event.event_id }))).toBe('accepted');
  });

  test.each<[string, string, () => WireEvent]>([
    [
      'AUTH_ERROR: a signature by another secret',
      'AUTH_ERROR',
      () => signedEvent({ ...tenant, sdkSecret: other.sdkSecret }),
    ],
    [
      'AUTH_ERROR: a member changed after signing',
      'AUTH_ERROR',
      () => ({ ...signedEvent(tenant), referrer: 'x' }),
    ],
    ['AUTH_ERROR: an unknown app', 'AUTH_ERROR', () => signedEvent({ ...tenant, appId: randomUUID() })],
    [
      'AUTH_ERROR: an unknown account',
      'AUTH_ERROR',
      () => signedEvent({ ...tenant, accountId: randomUUID() }),
    ],
    [
      "AUTH_ERROR: another account's app",
      'AUTH_ERROR',
      () => signedEvent({ ...tenant, accountId: other.accountId }),
    ],
    [
      'AUTH_ERROR: signed 10 minutes and a second ago',
      'AUTH_ERROR',
      () => signedEvent(tenant, { sent_at: Date.now() - 10 * minute - 1000 }),
    ],
    [
      'AUTH_ERROR: signed 10 minutes and a second ahead',
      'AUTH_ERROR',
      () => signedEvent(tenant, { sent_at: Date.now() + 10 * minute + 1000 }),
    ],
    [
      'AUTH_ERROR: an old timestamp without sent_at',
      'AUTH_ERROR',
      () => signedEvent(tenant, { timestamp: Date.now() - 11 * minute }),
    ],
    [
      'VALIDATION_ERROR: an event_id of 7 characters',
      'VALIDATION_ERROR',
      () => signedEvent(tenant, { event_id: '7777777' }),
    ],
    [
      'VALIDATION_ERROR: an event_id of 129 characters',
      'VALIDATION_ERROR',
      () => signedEvent(tenant, { event_id: 'e'.repeat(129) }),
    ],
    [
      'VALIDATION_ERROR: a signature of 63 characters',
      'VALIDATION_ERROR',
      () => ({ ...signedEvent(tenant), signature: 'a'.repeat(63) }),
    ],
  ])('rejected with %s', async (_name, code, make) => {
    const before = await countStored(service);
    expect(await onlyCode(make())).toBe(code);
    expect(await countStored(service)).toBe(before);
  });

  test.each<[string, () => WireEvent]>([
    ['an event_id of 8 characters', () => signedEvent(tenant, { event_id: 'e'.repeat(8) })],
    ['an event_id of 128 characters', () => signedEvent(tenant, { event_id: 'e'.repeat(128) })],
    [
      'ids in upper case',
      () =>
        signedEvent({
          ...tenant,
          appId: tenant.appId.toUpperCase(),
          accountId: tenant.accountId.toUpperCase(),
        }),
    ],
    [
      'a historical event that is signed now',
      () => signedEvent(tenant, { timestamp: 1, sent_at: Date.now() }),
    ],
    ['an unknown extra member', () => signedEvent(tenant, { colour: 'blue' })],
    ['null for optional fields', () => signedEvent(tenant, { gaid: null, revenue: null, sent_at: null })],
  ])('accepted with %s', async (_name, make) => {
    expect(await onlyCode(make())).toBe('accepted');
  });

  test.each([
    ['exactly 10 minutes ago is accepted', 10 * minute, 'accepted'],
    ['10 minutes and 1 ms ago is rejected', 10 * minute + 1, 'AUTH_ERROR'],
  ])('signed %s', async (_name, age, expected) => {
    const now = Date.now();
    const fixed = await startTestService({ clock: () => now, databaseUrl: service.databaseUrl });
    const answer = await postEvents(fixed, signedEvent(tenant, { sent_at: now - age }));
    await fixed.close();
    expect(answer.results[0]?.code ?? answer.results[0]?.status).toBe(expected);
  });
});

describe('a batch', () => {
  test('has one result per event, in order, of mixed statuses', async () => {
    const event = signedEvent(tenant);
    const { status, body } = await post([
      event,
      event,
      { ...signedEvent(tenant), referrer: 'changed' },
      signedEvent(tenant, { revenue: -1 }),
      17,
      {},
      { event_id: 5 },
    ] as object[]);
    expect(status).toBe(200);
    expect(body.batch_size).toBe(7);
    expect(
      body.results?.map(({ status, code, event_id }) => [status, code ?? null, event_id === '']),
    ).toEqual([
      ['accepted', null, false],
      ['deduplicated', null, false],
      ['rejected', 'AUTH_ERROR', false],
      ['rejected', 'VALIDATION_ERROR', false],
      ['rejected', 'VALIDATION_ERROR', true],
      ['rejected', 'VALIDATION_ERROR', true],
      ['rejected', 'VALIDATION_ERROR', true],
    ]);
    expect(body.results?.[3]?.error).toMatch(/^revenue /);
  });

  test('may hold events of several accounts', async () => {
    const { results } = await post([signedEvent(tenant), signedEvent(other)]);
    expect(results.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  });

  test('of 50 events is accepted; one of 51 is refused with 400 and nothing is stored', async () => {
    const events = Array.from({ length: 50 }, () => signedEvent(tenant));
    expect((await post(events)).results.filter(({ status }) => status === 'accepted')).toHaveLength(50);
    const before = await countStored(service);
    expect(await post([...events, signedEvent(tenant)])).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    });
    expect(await countStored(service)).toBe(before);
  });
});

describe('accounts and apps', () => {
  test('that are deactivated are unknown, and known again when they are activated', async () => {
    const { services } = service;
    const mine = await createTenant(service);
    for (const [table, id] of [
      ['apps', mine.appId],
      ['accounts', mine.accountId],
    ]) {
      const set = async (active: boolean) => {
        await services.workPool.query(`update ${table} set active = $2 where id = $1`, [id, active]);
        const announced = new Promise<void>((resolve) => services.changes.subscribe(() => resolve()));
        await services.workPool.query('select pg_notify($1, $2)', [
          'tributary_changes',
          JSON.stringify({ kind: 'app', id: mine.appId }),
        ]);
        await announced;
      };
      expect(await onlyCode(signedEvent(mine))).toBe('accepted');
      await set(false);
      expect(await onlyCode(signedEvent(mine))).toBe('AUTH_ERROR');
      await set(true);
    }
    expect(await onlyCode(signedEvent(mine))).toBe('accepted');
  });
});

test('only the service’s clock counts', async () => {
  skew = 11 * minute;
  const code = await onlyCode(signedEvent(tenant));
  skew = 0;
  expect(code).toBe('AUTH_ERROR');
});
