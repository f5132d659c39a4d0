import { beforeAll, describe, expect, test } from 'vitest';
import { countEvents } from '../counters/events/count-events.ts';
import { clickLink, processQueued, send } from '../testing/attributed-app.ts';
import { createSlug } from '../testing/create-link.ts';
import { perSuite } from '../testing/per-suite.ts';
import { addApp, addMember, addTeam, createTenant, type Person } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

let otherTeam: string;
let otherTeamsApp: string;

const service = useService();
const tenant = perSuite(() => createTenant(service));
beforeAll(async () => {
  otherTeam = await addTeam(service, tenant);
  otherTeamsApp = await addApp(tenant, { p_team_id: otherTeam });
  const { referrer } = await clickLink(service, await createSlug(tenant));
  await send(service, tenant, { event_type: 'install', android_id: 'a', referrer });
  await send(service, tenant, { event_type: 'install', android_id: 'b', age_ms: 5 * 86_400_000 });
  await send(
    service,
    { ...tenant, ...(await secretOf(otherTeamsApp)) },
    { event_type: 'install', android_id: 'c' },
  );
  await processQueued(service);
  while ((await countEvents(service.services.workPool)) > 0);
});

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

/** How many installs there were, and on how many devices. */
async function eventsOf(response: Promise<Response>): Promise<unknown[]> {
  const { events } = (await (await response).json()) as { events: { count: number; devices: number }[] };
  return events.flatMap(({ count, devices }) => [count, devices]);
}

describe('a report', () => {
  test('sums up the last 30 days of all apps that the caller may see', async () => {
    expect(await (await ask(tenant.owner, 'resource=summary')).json()).toEqual({
      period: { from: daysAgo(30), to: daysAgo(0) },
      total_installs: 3,
      avg_confidence_score: expect.any(Number),
      high_confidence_rate_pct: 66.7,
      installs_by_model: { install_referrer: 1, organic: 2 },
      installs_by_channel: { influencer: 1, organic: 2 },
    });
  });

  test('keeps to the app, the team and the days asked for', async () => {
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

  test('goes on for a team that is archived, which takes nothing new', async () => {
    const archive = 'update teams set archived_at = $2 where id = $1';
    await service.services.workPool.query(archive, [otherTeam, new Date()]);
    expect(await totalOf(ask(tenant.owner, `resource=summary&team_id=${otherTeam}`))).toBe(1);
    const listed = await tenant.owner.rpc('list_apps', { p_team_id: otherTeam });
    expect(await listed.json()).toMatchObject({ items: [{ id: otherTeamsApp }] });
    const app = { p_name: 'New', p_bundle_id: 'com.example.new', p_team_id: otherTeam };
    expect((await tenant.owner.rpc('create_app', app)).status).toBe(409);
    await service.services.workPool.query(archive, [otherTeam, null]);
  });

  test('shows a member only the apps of their teams', async () => {
    const member = await addMember(service, tenant, 'viewer', otherTeam);
    expect(await totalOf(ask(member, 'resource=summary'))).toBe(1);
    expect((await ask(member, `resource=summary&app_id=${tenant.appId}`)).status).toBe(403);
    expect((await ask(member, `resource=summary&team_id=${tenant.teamId}`)).status).toBe(403);
    const viewer = await addMember(service, tenant, 'viewer');
    expect(await totalOf(ask(viewer, 'resource=summary'))).toBe(2);
    expect(await eventsOf(ask(member, 'resource=events'))).toEqual([1, 1]);
    expect(await eventsOf(ask(viewer, 'resource=events'))).toEqual([2, 2]);
    expect(await eventsOf(ask(tenant.owner, 'resource=events'))).toEqual([3, 3]);
  });
});
