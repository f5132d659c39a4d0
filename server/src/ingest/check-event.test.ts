import { describe, expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { countStored, postEvents } from '../testing/post-events.ts';
import { signedEvent, type WireEvent } from '../testing/signed-event.ts';
import { TEST_ANON_KEY } from '../testing/test-service.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));
const other = perSuite(() => createTenant(service));

async function check(event: unknown) {
  const response = await tenant.owner.rpc('check_event', { p_app_id: tenant.appId, p_event: event });
  return { http: response.status, ...((await response.json()) as Record<string, unknown>) };
}

const allPassed = {
  shape: true,
  account_and_app: true,
  signature: true,
  replay_window: true,
  not_forgotten: true,
  new_event_id: true,
  quota: true,
};

test('an event that ingest would accept passes every check, and nothing is stored', async () => {
  const event = signedEvent(tenant, { age_ms: 0 });
  expect(await check(event)).toMatchObject({
    http: 200,
    status: 'accepted',
    code: null,
    error: null,
    checks: allPassed,
    canonical: expect.stringMatching(/^\{"age_ms":0,"app_id":.*"timestamp":\d+\}$/),
    occurred_at: expect.any(Number),
  });
  expect(await countStored(service)).toBe(0);
});

test.each([
  ['of 1970', 86_400_000, true],
  ['of the far future', 4_102_444_800_000, true],
  ['of this century', Date.UTC(2000), false],
])(
  'an event %s is accepted, and it is said whether it counts as of its arrival',
  async (_when, timestamp, is) => {
    const before = Date.now();
    const checked: Record<string, unknown> = await check(signedEvent(tenant, { timestamp, sent_at: before }));
    expect(checked).toMatchObject({ status: 'accepted', is_dated_by_arrival: is });
    if (is) expect(checked.occurred_at).toBeGreaterThanOrEqual(before - 1000);
    else expect(Math.abs(Number(checked.occurred_at) - timestamp)).toBeLessThan(60_000);
  },
);

test('a string keeps its spelling, which an object loses', async () => {
  const event = signedEvent(tenant, { revenue: 100 });
  const text = JSON.stringify(event).replace('"revenue":100', '"revenue" : 100.0');
  expect(await check(text)).toMatchObject({
    canonical: expect.stringContaining('"revenue":100.0,'),
    status: 'accepted',
  });
  expect(await check(JSON.parse(text))).toMatchObject({
    canonical: expect.stringContaining('"revenue":100,'),
  });
});

describe('each check is made regardless of the others:', () => {
  test.each<[string, () => WireEvent, WireEvent, string]>([
    ['a wrong field', () => signedEvent(tenant, { revenue: -1 }), { shape: false }, 'VALIDATION_ERROR'],
    [
      'a changed member',
      () => ({ ...signedEvent(tenant), referrer: 'x' }),
      { signature: false },
      'AUTH_ERROR',
    ],
    ['an old signature', () => signedEvent(tenant, { sent_at: 1 }), { replay_window: false }, 'AUTH_ERROR'],
    [
      'the account of others',
      () => signedEvent({ ...tenant, accountId: other.accountId }),
      { account_and_app: false },
      'AUTH_ERROR',
    ],
    [
      'almost everything',
      () => ({ timestamp: 'x', signature: 5, event_id: '\0' }),
      { shape: false, account_and_app: false, signature: false, replay_window: false },
      'VALIDATION_ERROR',
    ],
  ])('%s', async (_name, make, failed, code) => {
    expect(await check(make())).toMatchObject({
      status: 'rejected',
      code,
      checks: { ...allPassed, ...failed },
    });
  });

  test('an event that is already stored', async () => {
    const event = signedEvent(tenant);
    await postEvents(service, event);
    expect(await check(event)).toMatchObject({
      status: 'deduplicated',
      checks: { ...allPassed, new_event_id: false },
    });
  });

  test('a used-up allowance', async () => {
    await service.services.workPool.query(
      `insert into usage_months (customer_id, month, used) values ($1, date_trunc('month', now() at time zone 'utc'), 10000)
       on conflict (customer_id, month) do update set used = 10000`,
      [tenant.accountId],
    );
    await setPlan('free');
    expect(await check(signedEvent(tenant))).toMatchObject({
      status: 'rejected',
      code: 'QUOTA_EXCEEDED',
      checks: { ...allPassed, quota: false },
    });
    await setPlan('self_hosted');
  });

  async function setPlan(plan: string): Promise<void> {
    const { services } = service;
    const announced = new Promise<void>((resolve) => services.changes.subscribe(() => resolve()));
    await services.workPool.query('update accounts set plan = $2 where id = $1', [tenant.accountId, plan]);
    const change = JSON.stringify({ kind: 'account', id: tenant.accountId });
    await services.workPool.query('select pg_notify($1, $2)', ['tributary_changes', change]);
    await announced;
  }
});

describe('an argument is refused by name that', () => {
  test.each<[string, unknown]>([
    ['is no event', 7],
    ['is text that is no JSON', '{'],
    ['is a batch', { events: [{}, {}] }],
    ['is text of an array', '[]'],
  ])('%s', async (_name, event) => {
    expect(await check(event)).toMatchObject({ http: 400, error: expect.stringContaining('p_event') });
  });

  test('is endlessly nested', async () => {
    const event = `${'{"x":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const response = await service.request('/rest/v1/rpc/check_event', {
      method: 'POST',
      headers: {
        apikey: TEST_ANON_KEY,
        authorization: `Bearer ${tenant.owner.token}`,
        'content-type': 'application/json',
      },
      body: `{"p_app_id":"${tenant.appId}","p_event":${event}}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('p_event') });
  });

  test('is endlessly nested text is refused with that reason', async () => {
    expect(await check(`{"x":${'['.repeat(60_000)}${']'.repeat(60_000)}}`)).toMatchObject({
      checks: { shape: false, signature: false },
      error: expect.stringContaining('nested deeper than 32'),
    });
  });
});
