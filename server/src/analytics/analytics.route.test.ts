import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppRouter } from '../router.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../testing/test-service.ts';
import {
  addMember,
  addTeam,
  createTenant,
  type Person,
  signIn,
  signUp,
  type Tenant,
} from '../testing/test-tenant.ts';
import { seededRandom } from './testing/random.ts';
import { makeTraffic } from './testing/random-traffic.ts';
import { createTrafficWorld, settle, type TrafficWorld, takeIn } from './testing/traffic-world.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const REPORTS = [
  'summary',
  'installs',
  'cohorts',
  'fraud',
  'attribution_log',
  'revenue',
  'payments',
] as const;
const RESOURCES = [...REPORTS, 'roas'] as const;

let service: TestService;
let world: TrafficWorld;
let tenant: Tenant;
let stranger: Tenant;

beforeAll(async () => {
  service = await startTestService({ clock: () => NOW });
  tenant = await createTenant(service);
  stranger = await createTenant(service);
  world = await createTrafficWorld(service, tenant);
  const shape = { devices: 120, days: 20, returns: 1, nameless: 0 };
  await takeIn(service, makeTraffic(seededRandom(1), world.apps, shape, NOW));
  await settle(service);
}, 60_000);
afterAll(() => service.close());

const path = (parameters: Record<string, string>) => `/v1/analytics?${new URLSearchParams(parameters)}`;

async function answer(who: Person, parameters: Record<string, string>) {
  const response = await who.get(path(parameters));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function client(who: Person) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: 'http://service.test/trpc',
        transformer: superjson,
        headers: { apikey: TEST_ANON_KEY, authorization: `Bearer ${who.token}` },
        fetch: async (url, init) =>
          service.request(String(url).replace('http://service.test', ''), init as RequestInit),
      }),
    ],
  });
}

describe.each(RESOURCES)('%s', (resource) => {
  it('needs a session', async () => {
    expect((await service.request(path({ resource }))).status).toBe(401);
    const headers = { authorization: 'Bearer of-nothing', apikey: TEST_ANON_KEY };
    expect((await service.request(path({ resource }), { headers })).status).toBe(401);
  });

  it('needs an account', async () => {
    expect(await answer(await signUp(service), { resource })).toMatchObject({ status: 403 });
  });

  it('is of the account’s own apps and teams', async () => {
    expect(await answer(tenant.owner, { resource, app_id: stranger.appId })).toEqual({
      status: 400,
      body: { error: 'app_id: is not in the account' },
    });
    expect(await answer(tenant.owner, { resource, team_id: stranger.teamId })).toEqual({
      status: 400,
      body: { error: 'team_id: is not in the account' },
    });
  });

  it('is of the apps of one’s own teams', async () => {
    const viewer = await addMember(service, tenant, 'viewer', await addTeam(service, tenant));
    expect(await answer(viewer, { resource, app_id: tenant.appId })).toMatchObject({ status: 403 });
    expect(await answer(viewer, { resource, team_id: tenant.teamId })).toMatchObject({ status: 403 });
  });

  it.each([
    ['app_id', { app_id: 'x' }],
    ['team_id', { team_id: '' }],
    ['date_from', { date_from: '2026-02-30' }],
    ['date_from', { date_from: '2026-3-1' }],
    ['date_from', { date_from: '1969-12-31' }],
    ['date_to', { date_to: '2026-03-01T00:00:00Z' }],
    ['date_to', { date_to: '2200-01-01' }],
    ['date_from', { date_from: '2026-03-01', date_to: '2026-02-28' }],
    ['date_from', { date_from: '2026-03-02' }],
    ['date_from', { date_to: '2026-01-29' }],
    ['cursor', { cursor: 'x' }],
  ])('names a wrong %s: %j', async (name, parameters) => {
    const { status, body } = await answer(tenant.owner, { resource, ...parameters } as Record<
      string,
      string
    >);
    expect(status).toBe(400);
    expect(body.error).toMatch(new RegExp(`^${name}: `));
  });

  it('is only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await service.request(path({ resource }), { method });
      expect(response.status).toBe(405);
    }
  });
});

describe('a resource', () => {
  it.each([
    ['unknown', 'weather'],
    ['inherited', 'constructor'],
    ['not named', ''],
  ])('that is %s is refused with the names of those there are', async (_name, resource) => {
    expect(await answer(tenant.owner, { resource })).toEqual({
      status: 400,
      body: {
        error:
          'resource: must be one of health, summary, installs, cohorts, fraud, attribution_log, revenue, roas, payments',
      },
    });
  });

  it.each([
    ['free', ['cohorts', 'fraud', 'revenue', 'roas', 'payments']],
    ['growth', ['fraud']],
    ['scale', []],
  ])('that the plan %s lacks is refused with the feature’s name', async (plan, gated) => {
    const feature = {
      cohorts: 'cohorts',
      fraud: 'fraud_detection',
      revenue: 'roas',
      roas: 'roas',
      payments: 'roas',
    };
    await service.services.workPool.query('update accounts set plan = $2 where id = $1', [
      stranger.accountId,
      plan,
    ]);
    for (const resource of RESOURCES) {
      const { status, body } = await answer(stranger.owner, { resource });
      if (!gated.includes(resource)) expect(status, resource).toBe(resource === 'roas' ? 404 : 200);
      else {
        const name = feature[resource as keyof typeof feature];
        const error = `the plan does not include ${name}`;
        expect({ status, body }).toEqual({
          status: 403,
          body: { error, code: 'FEATURE_NOT_AVAILABLE', feature: name },
        });
      }
    }
  });

  it('is of the last 30 days and today, unless it is told otherwise', async () => {
    const asked = { from: '2026-02-10', to: '2026-02-11' };
    for (const resource of REPORTS) {
      const { body } = await answer(tenant.owner, { resource });
      expect(body.period, resource).toEqual({ from: '2026-01-30', to: '2026-03-01' });
      const parameters = { resource, date_from: asked.from, date_to: asked.to };
      expect((await answer(tenant.owner, parameters)).body.period, resource).toEqual(asked);
    }
  });

  it('is the same through the typed face', async () => {
    const { analytics } = client(tenant.owner);
    const scope = { app_id: tenant.appId, date_from: '2026-02-01' };
    const asked = async (resource: string) => (await answer(tenant.owner, { resource, ...scope })).body;
    const summary = await analytics.summary.query(scope);
    expect(summary.total_installs).toBeGreaterThan(50);
    expect(summary).toEqual(await asked('summary'));
    const installs = await analytics.installs.query(scope);
    expect(installs.days.reduce((sum, { total }) => sum + total, 0)).toBe(summary.total_installs);
    expect(installs).toEqual(await asked('installs'));
    const cohorts = await analytics.cohorts.query(scope);
    expect(cohorts.cohorts[0]?.retention.map(({ day }) => day)).toEqual([0, 1, 3, 7, 14, 30]);
    expect(cohorts).toEqual(await asked('cohorts'));
    expect(await analytics.fraud.query(scope)).toEqual(await asked('fraud'));
    expect(await analytics.attribution_log.query(scope)).toEqual(await asked('attribution_log'));
    expect(await analytics.revenue.query(scope)).toEqual(await asked('revenue'));
    expect(await analytics.payments.query(scope)).toEqual(await asked('payments'));
    await expect(analytics.roas.query(scope)).rejects.toThrow('roas cannot be told yet');
    await expect(analytics.summary.query({ app_id: stranger.appId })).rejects.toThrow(
      'app_id: is not in the account',
    );
  });

  it('of an account without apps is empty', async () => {
    const person = await signUp(service);
    await person.rpc('create_account', { p_name: 'Empty' });
    const owner = await signIn(service, person.email);
    expect((await answer(owner, { resource: 'summary' })).body).toEqual({
      period: { from: '2026-01-30', to: '2026-03-01' },
      total_installs: 0,
      avg_confidence_score: 0,
      high_confidence_rate_pct: 0,
      installs_by_model: {},
      installs_by_channel: {},
    });
    expect((await answer(owner, { resource: 'cohorts' })).body.cohorts).toEqual([]);
    const { days } = (await answer(owner, { resource: 'installs' })).body as { days: object[] };
    expect(days).toHaveLength(31);
    expect(days[0]).toEqual({
      date: '2026-01-30',
      total: 0,
      by_model: {},
      by_channel: {},
      avg_confidence: 0,
    });
  });
});

describe('the log comes in pages', () => {
  async function page(cursor?: string) {
    const { body } = await answer(tenant.owner, { resource: 'attribution_log', ...(cursor && { cursor }) });
    return body as {
      attributions: { attribution_id: string }[];
      truncated: boolean;
      next_cursor: string | null;
    };
  }

  it('of 200, one after the other, until there are no more', async () => {
    const { rows } = await service.services.workPool.query<{ id: string }>(
      `select attribution_id as id from attributions where customer_id = $1
       order by installed_at desc, attribution_id desc`,
      [tenant.accountId],
    );
    expect(rows.length).toBeGreaterThan(201);
    const first = await page();
    expect(first).toMatchObject({ truncated: true, next_cursor: expect.any(String) });
    const second = await page(first.next_cursor ?? '');
    expect(second).toMatchObject({ truncated: rows.length > 400 });
    const seen = [...first.attributions, ...second.attributions].map((row) => row.attribution_id);
    expect(seen).toEqual(rows.slice(0, 400).map(({ id }) => id));
  });

  it('that do not shift when something newer arrives', async () => {
    const first = await page();
    const second = await page(first.next_cursor ?? '');
    await service.services.workPool.query(
      `update attributions set installed_at = to_timestamp($2 / 1000.0) where attribution_id = $1`,
      [second.attributions.at(-1)?.attribution_id, NOW],
    );
    const again = await page(first.next_cursor ?? '');
    expect(again.attributions).toEqual(second.attributions.slice(0, -1));
  });

  it.each([
    Buffer.from('2026-02-01 x').toString('base64url'),
    Buffer.from(`yesterday ${'1'.repeat(8)}-1111-4111-8111-111111111111`).toString('base64url'),
    '%00',
  ])('and refuses a cursor that it did not give: %s', async (cursor) => {
    const { status, body } = await answer(tenant.owner, { resource: 'attribution_log', cursor });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'cursor: must be a next_cursor of this resource' },
    });
  });
});

describe('as CSV', () => {
  const csv = async (who: Person, parameters: Record<string, string>, accept = 'text/csv') =>
    service.request(path(parameters), {
      headers: { accept, authorization: `Bearer ${who.token}`, apikey: TEST_ANON_KEY },
    });

  it.each([
    ['health', 'status,service'],
    ['summary', 'metric,of,value'],
    ['installs', 'date,total,avg_confidence,by_model.'],
    ['cohorts', 'cohort_date,installs,day_0_devices,day_0_rate_pct,day_1_devices,'],
    ['fraud', 'id,install_id,app_id,rule,rule_version,score,signals,flagged_at'],
    ['attribution_log', 'attribution_id,install_id,app_id,install_kind,installed_at,model,channel,'],
    ['revenue', 'currency,gross,refunded,net,count,attributed'],
    ['payments', 'id,provider,reference,event_type,amount,currency,matched,app_id,campaign_id,received_at'],
  ])('%s is a table', async (resource, header) => {
    const response = await csv(tenant.owner, { resource });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${resource}.csv"`);
    expect(response.headers.get('vary')).toBe('Accept');
    expect(await response.text()).toMatch(new RegExp(`^${header.replaceAll('.', '\\.')}[^\\n]*\\r\\n`));
  });

  it('the lines hold what the body holds', async () => {
    const parameters = { resource: 'installs', date_from: '2026-02-20', date_to: '2026-02-22' };
    const { days } = (await answer(tenant.owner, parameters)).body as {
      days: { date: string; total: number; avg_confidence: number }[];
    };
    const lines = (await (await csv(tenant.owner, parameters)).text()).split('\r\n').slice(1, -1);
    expect(lines.map((line) => line.split(',').slice(0, 3).join(','))).toEqual(
      days.map((day) => `${day.date},${day.total},${day.avg_confidence}`),
    );
  });

  it('says where the next page is', async () => {
    const parameters = { resource: 'attribution_log', date_from: '2026-02-01' };
    const { body } = await answer(tenant.owner, parameters);
    const link = (await csv(tenant.owner, parameters)).headers.get('link') ?? '';
    const query = new URLSearchParams(/^<\?(.*)>; rel="next"$/.exec(link)?.[1]);
    expect(Object.fromEntries(query)).toEqual({ ...parameters, cursor: body.next_cursor });
  });

  it.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv;q=0.1, application/json', 'application/json'],
    ['text/csv, */*;q=0.1', 'text/csv; charset=utf-8; header=present'],
    ['text/html', 'application/json'],
  ])('is for those who ask for it: %s', async (accept, type) => {
    const response = await csv(tenant.owner, { resource: 'summary' }, accept);
    expect(response.headers.get('content-type')).toBe(type);
  });

  it('an error is JSON', async () => {
    const response = await csv(tenant.owner, { resource: 'weather' });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json']);
  });
});

describe('health', () => {
  it.each([
    [TEST_ANON_KEY, 200],
    ['another-key-of-some-length-0123456789', 401],
    [undefined, 401],
  ])('with apikey %s answers %i, session or not', async (apikey, status) => {
    const headers = { ...(apikey && { apikey }) };
    const response = await service.request(path({ resource: 'health' }), { headers });
    expect(response.status).toBe(status);
    if (status === 200) expect(await response.json()).toEqual({ status: 'ok', service: 'analytics' });
  });
});
