import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickLink, makeLink, send, workOff } from '../attribution/testing/attributed-app.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../testing/test-service.ts';
import {
  addMember,
  addTeam,
  createTenant,
  type Person,
  signUp,
  type Tenant,
} from '../testing/test-tenant.ts';

let service: TestService;
let tenant: Tenant;
let otherTeam: string;
let otherTeamsApp: string;

beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  otherTeam = await addTeam(service, tenant);
  otherTeamsApp = (await (
    await tenant.owner.rpc('create_app', {
      p_name: 'Other',
      p_bundle_id: 'com.example.other',
      p_team_id: otherTeam,
    })
  ).json()) as string;
  const { referrer } = await clickLink(service, await makeLink(tenant));
  await send(service, tenant, { event_type: 'install', android_id: 'a', referrer });
  await send(service, tenant, { event_type: 'install', android_id: 'b', age_ms: 5 * 86_400_000 });
  await send(
    service,
    { ...tenant, ...(await secretOf(otherTeamsApp)) },
    { event_type: 'install', android_id: 'c' },
  );
  await workOff(service);
}, 60_000);
afterAll(() => service.close());

async function secretOf(appId: string): Promise<{ appId: string; sdkSecret: string }> {
  const key = (await (await tenant.owner.post('/v1/generate-key', { app_id: appId })).json()) as {
    api_key: string;
  };
  const resolved = await service.request('/v1/resolve-key', {
    headers: { 'x-service-api-key': key.api_key },
  });
  return { appId, sdkSecret: ((await resolved.json()) as { sdk_secret: string }).sdk_secret };
}

const ask = (who: Person, query: string) => who.get(`/v1/analytics?${query}`);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function totalOf(response: Promise<Response>): Promise<number> {
  return ((await (await response).json()) as { total_installs: number }).total_installs;
}

describe('health', () => {
  it('needs the apikey, and no session', async () => {
    const health = (headers: Record<string, string>) =>
      service.request('/v1/analytics?resource=health', { headers });
    expect((await health({})).status).toBe(401);
    expect((await health({ apikey: 'wrong' })).status).toBe(401);
    const answer = await health({ apikey: TEST_ANON_KEY });
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', service: 'analytics' }]);
  });
});

describe('summary', () => {
  it('sums up the last 30 days of all apps that the caller may see', async () => {
    expect(await (await ask(tenant.owner, 'resource=summary')).json()).toEqual({
      period: { from: daysAgo(30), to: daysAgo(0) },
      total_installs: 3,
      avg_confidence_score: expect.any(Number),
      high_confidence_rate_pct: 33.3,
      installs_by_model: { install_referrer: 1, organic: 2 },
      installs_by_channel: { influencer: 1, organic: 2 },
    });
  });

  it('of nothing is zero', async () => {
    const empty = await createTenant(service);
    expect(await (await ask(empty.owner, 'resource=summary')).json()).toMatchObject({
      total_installs: 0,
      avg_confidence_score: 0,
      high_confidence_rate_pct: 0,
      installs_by_model: {},
      installs_by_channel: {},
    });
  });

  it('keeps to the app, the team and the days asked for', async () => {
    expect(await totalOf(ask(tenant.owner, `resource=summary&app_id=${tenant.appId}`))).toBe(2);
    expect(await totalOf(ask(tenant.owner, `resource=summary&team_id=${otherTeam}`))).toBe(1);
    expect(
      await totalOf(ask(tenant.owner, `resource=summary&team_id=${otherTeam}&app_id=${tenant.appId}`)),
    ).toBe(0);
    expect(await totalOf(ask(tenant.owner, `resource=summary&date_to=${daysAgo(1)}`))).toBe(1);
    expect(
      await totalOf(ask(tenant.owner, `resource=summary&date_from=${daysAgo(5)}&date_to=${daysAgo(5)}`)),
    ).toBe(1);
    expect(await totalOf(ask(tenant.owner, `resource=summary&date_from=${daysAgo(4)}`))).toBe(2);
  });

  it('shows a member only the apps of their teams', async () => {
    const member = await addMember(service, tenant, 'viewer', otherTeam);
    expect(await totalOf(ask(member, 'resource=summary'))).toBe(1);
    expect((await ask(member, `resource=summary&app_id=${tenant.appId}`)).status).toBe(403);
    expect((await ask(member, `resource=summary&team_id=${tenant.teamId}`)).status).toBe(403);
    const viewer = await addMember(service, tenant, 'viewer');
    expect(await totalOf(ask(viewer, 'resource=summary'))).toBe(2);
  });
});

describe('attribution_log', () => {
  it('lists the newest decisions of the days asked for', async () => {
    const log = await ask(tenant.owner, `resource=attribution_log&date_to=${daysAgo(5)}`);
    expect(await log.json()).toMatchObject({ attributions: [{ model: 'organic' }], truncated: false });
    const all = (await (await ask(tenant.owner, 'resource=attribution_log')).json()) as {
      attributions: { installed_at: string }[];
    };
    const times = all.attributions.map((one) => one.installed_at);
    expect(times).toHaveLength(3);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('ends after 200 and says so', async () => {
    const busy = await createTenant(service);
    await service.services.workPool.query(
      `insert into attributions (customer_id, attribution_id, install_id, app_id, device_id, install_kind, installed_at,
         decided_at, model, channel, confidence_score, confidence_breakdown, signals_used, reason, rejected_candidates)
       select $1, ids.id, ids.id, $2, ids.id, 'install', now() - n * interval '1 s', now(), 'organic', 'organic', 50,
         '{}', '[]', 'because', '[]'
       from (select n, md5(n::text)::uuid as raw from generate_series(1, 201) n) raws,
         lateral (select overlay(overlay(raw::text placing '4' from 15) placing '8' from 20)::uuid as id) ids`,
      [busy.accountId, busy.appId],
    );
    const log = (await (await ask(busy.owner, 'resource=attribution_log')).json()) as {
      attributions: unknown[];
    };
    expect(log).toMatchObject({ truncated: true });
    expect(log.attributions).toHaveLength(200);
  });
});

describe('a request is refused', () => {
  it.each([
    ['resource=sales', 'resource'],
    ['', 'resource'],
    ['resource=__proto__', 'resource'],
    ['resource=summary&app_id=7', 'app_id'],
    ['resource=summary&app_id=', 'app_id'],
    ['resource=summary&app_id=c0a8012e-7d1f-4f5e-8d0e-5f0f2c7a9b11', 'app_id'],
    ['resource=summary&team_id=c0a8012e-7d1f-4f5e-8d0e-5f0f2c7a9b11', 'team_id'],
    ['resource=summary&date_from=yesterday', 'date_from'],
    ['resource=summary&date_from=2026-02-30', 'date_from'],
    ['resource=summary&date_to=99999-01-01', 'date_to'],
    ['resource=summary&date_from=2026-02-02&date_to=2026-02-01', 'date_from'],
  ])('400 for %j, naming %s', async (query, name) => {
    const response = await ask(tenant.owner, query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringContaining(name) });
  });

  it('for an app of another account as for one that does not exist', async () => {
    const stranger = await createTenant(service);
    const response = await ask(stranger.owner, `resource=summary&app_id=${tenant.appId}`);
    expect(response.status).toBe(400);
    expect((await ask(stranger.owner, `resource=summary&team_id=${tenant.teamId}`)).status).toBe(400);
  });

  it('without a session, an account, or the right method', async () => {
    expect((await service.request('/v1/analytics?resource=summary')).status).toBe(401);
    const nobody = await signUp(service);
    expect((await ask(nobody, 'resource=summary')).status).toBe(403);
    expect((await tenant.owner.post('/v1/analytics?resource=summary', {})).status).toBe(405);
  });
});
