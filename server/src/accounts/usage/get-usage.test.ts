import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { addMember, addTeam, createTenant, type Person, type Tenant } from '../../testing/test-tenant.ts';
import { lastMonths, startOfNextMonth } from './usage-months.ts';

let now = Date.UTC(2026, 0, 15);
let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestService({ clock: () => now });
});
afterAll(() => service.close());
beforeEach(async () => {
  now = Date.UTC(2026, 0, 15);
  tenant = await createTenant(service);
});

const usage = async (who: Person = tenant.owner) => (await (await who.rpc('get_usage')).json()) as Usage;
interface Usage {
  readonly months: { month: string; used: number; apps: { app_id: string; used: number }[] }[];
  readonly [name: string]: unknown;
}
const send = (count: number, source = tenant) =>
  postEvents(
    service,
    Array.from({ length: count }, () => signedEvent(source, { timestamp: now, sent_at: now })),
  );

/** Another app of the account, in another team. */
async function otherApp(): Promise<Tenant> {
  const teamId = await addTeam(service, tenant);
  const args = { p_name: 'Other', p_bundle_id: 'com.example.other', p_team_id: teamId };
  const appId = (await (await tenant.owner.rpc('create_app', args)).json()) as string;
  const { rows } = await service.services.workPool.query('select signing_secret from apps where id = $1', [
    appId,
  ]);
  const sdkSecret = service.services.keyring.open('app-signing-secret', appId, rows[0].signing_secret);
  return { ...tenant, teamId, appId, sdkSecret };
}

const setPlan = async (plan: string) => {
  await service.services.workPool.query('update accounts set plan = $2 where id = $1', [
    tenant.accountId,
    plan,
  ]);
  service.services.changes.notify({ kind: 'account', id: tenant.accountId });
};

test('without events everything is 0', async () => {
  const answer = await usage();
  expect(answer).toMatchObject({
    month: '2026-01',
    used: 0,
    allowance: null,
    resets_at: Date.UTC(2026, 1),
    apps: [{ app_id: tenant.appId, name: 'App', used: 0 }],
  });
  expect(answer.months).toHaveLength(12);
  expect(answer.months[0]).toEqual({ month: '2026-01', used: 0, apps: [] });
  expect(answer.months[11]).toEqual({ month: '2025-02', used: 0, apps: [] });
});

test('counts events by app and month, each once', async () => {
  const other = await otherApp();
  const repeated = signedEvent(tenant, { timestamp: now, sent_at: now });
  await postEvents(service, [repeated, repeated]);
  await postEvents(service, repeated);
  await send(2);
  await send(4, other);
  now = Date.UTC(2026, 1, 1);
  await send(1);
  const answer = await usage();
  expect(answer).toMatchObject({
    month: '2026-02',
    used: 1,
    apps: [
      { app_id: tenant.appId, used: 1 },
      { app_id: other.appId, used: 0 },
    ],
  });
  expect(answer.months.slice(0, 2)).toEqual([
    { month: '2026-02', used: 1, apps: [{ app_id: tenant.appId, used: 1 }] },
    {
      month: '2026-01',
      used: 7,
      apps: [
        { app_id: other.appId, used: 4 },
        { app_id: tenant.appId, used: 3 },
      ],
    },
  ]);
});

describe('at the end of the allowance', () => {
  const setUsed = (used: number) =>
    service.services.workPool.query(
      'insert into usage_months (customer_id, month, used) values ($1, $2, $3)',
      [tenant.accountId, '2026-01-01', used],
    );

  test('only what was accepted is counted', async () => {
    await setPlan('free');
    await setUsed(9997);
    const { results } = await send(5);
    expect(results.map(({ status }) => status)).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'rejected',
      'rejected',
    ]);
    await send(2);
    expect(await usage()).toMatchObject({
      used: 10_000,
      allowance: 10_000,
      apps: [{ app_id: tenant.appId, used: 3 }],
    });
  });
});

test.each([
  ['free', 10_000],
  ['growth', 1_000_000],
  ['scale', 100_000_000],
  ['self_hosted', null],
])('the plan %s allows %j events', async (plan, allowance) => {
  await setPlan(plan);
  expect(await usage()).toMatchObject({ allowance });
});

test('a member sees the apps of their teams, and the account’s total', async () => {
  const other = await otherApp();
  await send(1);
  await send(2, other);
  const viewer = await addMember(service, tenant, 'viewer');
  const answer = await usage(viewer);
  expect(answer).toMatchObject({ used: 3, apps: [{ app_id: tenant.appId, used: 1 }] });
  expect(answer.months[0]?.apps).toEqual([{ app_id: tenant.appId, used: 1 }]);
});

test('20 callers at once are counted exactly', async () => {
  const other = await otherApp();
  await Promise.all(Array.from({ length: 20 }, (_, n) => send(3, n % 2 ? tenant : other)));
  expect(await usage()).toMatchObject({ used: 60, apps: [{ used: 30 }, { used: 30 }] });
});

test.each([
  [Date.UTC(2026, 0, 31, 23, 59, 59, 999), '2026-01', Date.UTC(2026, 1)],
  [Date.UTC(2026, 1, 1), '2026-02', Date.UTC(2026, 2)],
  [Date.UTC(2025, 11, 31), '2025-12', Date.UTC(2026, 0)],
  [Date.UTC(2024, 1, 29), '2024-02', Date.UTC(2024, 2)],
])('%i is in %s', (time, month, next) => {
  expect([lastMonths(time)[0], startOfNextMonth(time)]).toEqual([month, next]);
  expect(new Set(lastMonths(time)).size).toBe(12);
});
