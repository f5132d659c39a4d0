import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { attributionsOf, clickLink, processQueued, send } from '../testing/attributed-app.ts';
import { createSlug } from '../testing/create-link.ts';
import { perTest } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const PROMO = { p_deep_link_path: '/promo/1', p_deferred_params: { coupon: 'X1', source: 'link' } };

async function installBy(referrer: string): Promise<string> {
  const eventId = await send(service, tenant, { event_type: 'install', referrer, android_id: randomUUID() });
  await processQueued(service);
  return eventId;
}

const get = async (path: string, query: Record<string, string>, apiKey?: string) => {
  const response = await service.request(`/v1/${path}?${new URLSearchParams(query)}`, {
    headers: { accept: 'application/json', ...(apiKey && { 'x-service-api-key': apiKey }) },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
};
const ofInstall = (path: string, eventId: string, apiKey: string | undefined = tenant.apiKey) =>
  get(path, { app_id: tenant.appId, install_event_id: eventId }, apiKey);

describe('GET /v1/attribution', () => {
  test('returns what an install was attributed to, as often as asked', async () => {
    const eventId = await installBy((await clickLink(service, await createSlug(tenant))).referrer);
    for (let n = 0; n < 2; n++) {
      const { status, body, headers } = await ofInstall('attribution', eventId);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      expect(body).toEqual({
        status: 'attributed',
        model: 'install_referrer',
        channel: 'influencer',
        campaign_id: null,
        confidence_score: 98,
        is_final: true,
        reason: expect.stringContaining('The install referrer carries click'),
      });
    }
  });

  test('says that it is pending until it is decided', async () => {
    const eventId = await send(service, tenant, { event_type: 'install' });
    expect(await ofInstall('attribution', eventId)).toMatchObject({
      status: 202,
      body: { status: 'pending' },
    });
    await processQueued(service);
    expect(await ofInstall('attribution', eventId)).toMatchObject({
      status: 200,
      body: { model: 'organic' },
    });
  });

  test('knows no other events, and no other app’s', async () => {
    const open = await send(service, tenant, { event_type: 'open' });
    const click = await send(service, tenant, { event_type: 'click' });
    expect((await ofInstall('attribution', open)).status).toBe(404);
    expect((await ofInstall('attribution', click)).status).toBe(404);
    expect((await ofInstall('attribution', 'no-such-event')).status).toBe(404);
    const stranger = await createTenant(service);
    const eventId = await installBy('');
    expect((await ofInstall('attribution', eventId, stranger.apiKey)).status).toBe(401);
  });

  test('wants the key of the app', async () => {
    const eventId = await installBy('');
    expect((await get('attribution', { app_id: tenant.appId, install_event_id: eventId })).status).toBe(401);
    expect((await ofInstall('attribution', eventId, 'svc_nonsense')).status).toBe(401);
  });

  test.each([
    'attribution?app_id=a&app_id=b&install_event_id=long-enough',
    'attribution?app_id=a&install_event_id=long-enough&install_event_id=other-one',
    'deep-link?app_id=a&app_id=b&install_event_id=long-enough',
    'deep-link?click_id=a&click_id=b',
    'deep-link?slug=abc&slug=abd',
  ])('refuses a parameter that is given twice (%s)', async (path) => {
    const response = await service.request(`/v1/${path}`, { headers: { accept: 'application/json' } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('given twice');
  });

  test.each([
    ['app_id', { app_id: '7', install_event_id: 'long-enough' }],
    ['app_id', { install_event_id: 'long-enough' }],
    ['install_event_id', { app_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }],
    ['install_event_id', { app_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', install_event_id: 'short' }],
  ])('names %s where it is wrong (case %#)', async (name, query) => {
    const { status, body } = await get('attribution', query as Record<string, string>, tenant.apiKey);
    expect([status, body.error]).toEqual([400, expect.stringContaining(name)]);
  });
});

describe('a deferred deep link', () => {
  test('is returned for a click, with the link’s own params over those of the visit', async () => {
    const slug = await createSlug(tenant, PROMO);
    const { clickId } = await clickLink(service, slug, { query: '?utm_content=blue&source=visit&gaid=abc' });
    expect(await get('deep-link', { click_id: clickId.toUpperCase() })).toMatchObject({
      status: 200,
      body: {
        path: '/promo/1',
        params: { utm_content: 'blue', source: 'link', coupon: 'X1' },
        clickId,
        slug,
        campaignId: null,
        channel: 'influencer',
      },
    });
  });

  test('is returned once for the click that an install is attributed to', async () => {
    const slug = await createSlug(tenant, PROMO);
    const from = '203.0.113.9';
    await clickLink(service, slug, { from });
    const looks = {
      device_model: 'SM-A155F',
      os_name: 'Android',
      os_version: '14',
      android_id: randomUUID(),
    };
    const eventId = await send(
      service,
      tenant,
      { event_type: 'install', ...looks },
      { 'x-forwarded-for': from },
    );
    expect((await ofInstall('deep-link', eventId)).status).toBe(202);
    await processQueued(service);
    expect(await ofInstall('deep-link', eventId)).toMatchObject({
      status: 200,
      body: { path: '/promo/1', slug },
    });
    expect(await ofInstall('deep-link', eventId)).toMatchObject({ status: 204, body: null });
    expect((await ofInstall('attribution', eventId)).body.model).toBe('probabilistic');
  });

  test('is returned only once, to the first of two requests', async () => {
    const eventId = await installBy((await clickLink(service, await createSlug(tenant, PROMO))).referrer);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ofInstall('deep-link', eventId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 204, 204, 204, 204]);
  });

  test('is pending while the install event has not arrived, which an app asks about at its first start', async () => {
    const pending = { status: 202, body: { status: 'pending' } };
    expect(await ofInstall('deep-link', 'not-sent-yet')).toMatchObject(pending);
    const eventId = await installBy('utm_medium=organic');
    expect((await ofInstall('deep-link', eventId)).status).toBe(204);
  });

  test('is not returned for an organic install, nor to anyone else', async () => {
    const eventId = await installBy('utm_medium=organic');
    expect((await ofInstall('deep-link', eventId)).status).toBe(204);
    const wanted = await installBy((await clickLink(service, await createSlug(tenant, PROMO))).referrer);
    const stranger = await createTenant(service);
    expect((await ofInstall('deep-link', wanted, stranger.apiKey)).status).toBe(401);
    expect((await get('deep-link', { app_id: tenant.appId, install_event_id: wanted })).status).toBe(401);
    expect((await ofInstall('deep-link', wanted)).status).toBe(200);
  });

  test.each([
    [404, { click_id: randomUUID() }],
    [400, { click_id: '17' }],
    [400, {}],
  ])('answers %i to %j', async (status, query) => {
    expect((await get('deep-link', query as Record<string, string>)).status).toBe(status);
  });
});

describe('explain_attribution', () => {
  const explain = (installId: string) =>
    answerOf(tenant.owner.rpc('explain_attribution', { p_install_id: installId }));

  test('shows what was decided, what is considered and what would be decided now', async () => {
    const { clickId, referrer } = await clickLink(service, await createSlug(tenant));
    await installBy(referrer);
    const [stored] = await attributionsOf(service, tenant);
    await service.services.workPool.query(
      `update clicks set clicked_at = (clicked_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'`,
    );
    await service.services.workPool.query(
      `update apps set settings = '{"click_window_hours": 1}' where id = $1`,
      [tenant.appId],
    );
    expect(await explain(stored?.install_id ?? '')).toMatchObject({
      status: 200,
      body: {
        app_id: tenant.appId,
        install_kind: 'install',
        settings: { click_window_hours: 1, probabilistic_window_hours: 24 },
        decision: { model: 'install_referrer', click_id: clickId, reason: stored?.reason },
        considered: [{ click_id: clickId, found_by: ['install_referrer'] }],
        dry_run: {
          model: 'organic',
          rejected_candidates: [{ click_id: clickId, model: 'install_referrer' }],
        },
      },
    });
    expect(await attributionsOf(service, tenant)).toMatchObject([{ model: 'install_referrer' }]);
  });

  test('knows no install of another account', async () => {
    await installBy('');
    const [stored] = await attributionsOf(service, tenant);
    const stranger = await createTenant(service);
    const response = await stranger.owner.rpc('explain_attribution', { p_install_id: stored?.install_id });
    expect(response.status).toBe(404);
  });
});
