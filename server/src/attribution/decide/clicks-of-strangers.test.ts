import { randomUUID } from 'node:crypto';
import { migrate } from '@tributary/db/migrate';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const MINUTE_MS = 60_000;
const LOOKS = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };
const PROMO = { p_deep_link_path: '/promo/1', p_deferred_params: { coupon: 'X1', source: 'link' } };

let networks = 0;
/** An address of a network used only by this test. */
let from: string;

const service = useService();
const tenant = perTest(() => createTenant(service));
beforeEach(() => {
  from = `203.0.${networks++}.7`;
});

/** Sends an event from the network. */
const report = (event: Record<string, unknown>) =>
  send(service, tenant, { ...LOOKS, ...event }, { 'x-forwarded-for': from });
const decided = async () => (await attributionsOf(service, tenant)).at(-1);

/** Follows a link from the network, some minutes ago. */
async function click(slug: string, query: string, minutesAgo: number): Promise<string> {
  const { clickId } = await clickLink(service, slug, { from, query });
  await service.services.workPool.query(
    "update clicks set clicked_at = clicked_at - $2 * interval '1 minute' where click_id = $1",
    [clickId, minutesAgo],
  );
  return clickId;
}

/** The deferred link returned for the install of an event. */
function deferred(eventId: string, method = 'GET') {
  const query = new URLSearchParams({ app_id: tenant.appId, install_event_id: eventId });
  const headers = { 'x-service-api-key': tenant.apiKey };
  return answerOf(service.request(`/v1/deep-link?${query}`, { method, headers }));
}

describe('a click that an install names is no other device’s by likeness', () => {
  const named = { model: 'probabilistic', reason: expect.stringContaining('another device') };

  test.each([
    ['referrer', (clickId: string) => ({ referrer: `service_click_id=${clickId}` })],
    ['click id', (clickId: string) => ({ click_id: clickId })],
  ])('by its %s', async (_what, naming) => {
    const clickId = await click(await createSlug(tenant), '', 5);
    await report({
      event_type: 'install',
      installation_id: randomUUID(),
      ...naming(clickId),
      age_ms: MINUTE_MS,
    });
    await processQueued(service);
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await decided()).toMatchObject({ model: 'organic', rejected_candidates: [named] });
  });

  test('not even if it was made after that install', async () => {
    const clickId = await click(await createSlug(tenant), '', 5);
    const named = { event_type: 'install', installation_id: randomUUID(), click_id: clickId };
    await report({ ...named, age_ms: 10 * MINUTE_MS });
    await processQueued(service);
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'organic', rejected_candidates: [{ model: 'click_id', click_id: clickId }] },
      { model: 'organic', rejected_candidates: [{ model: 'probabilistic', click_id: clickId }] },
    ]);
  });

  test('nor if another one came before it', async () => {
    const link = await createSlug(tenant);
    const [first, second] = [await click(link, '', 5), await click(await createSlug(tenant), '', 4)];
    const install = { event_type: 'install', installation_id: randomUUID(), click_id: second };
    await report({ ...install, referrer: `service_click_id=${first}`, age_ms: MINUTE_MS });
    await processQueued(service);
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'install_referrer', click_id: first },
      { model: 'organic' },
    ]);
  });

  test('nor if an install named it in vain before the upgrade that remembers it', async () => {
    const { workPool } = service.services;
    const clickId = await click(await createSlug(tenant), '', 5);
    const install = { event_type: 'install', installation_id: randomUUID(), click_id: clickId };
    await report({ ...install, age_ms: 10 * MINUTE_MS });
    await processQueued(service);
    await workPool.query('drop table named_clicks');
    await workPool.query(`delete from schema_migrations where name = 'm0030-clicks-that-installs-name'`);
    await migrate(service.databaseUrl);
    const { rows } = await workPool.query('select click_id from named_clicks where customer_id = $1', [
      tenant.accountId,
    ]);
    expect(rows).toEqual([{ click_id: clickId }]);
  });

  test('though the other one installed first, as long as it is not decided', async () => {
    const clickId = await click(await createSlug(tenant), '', 5);
    await report({ event_type: 'install', installation_id: randomUUID(), age_ms: 2 * MINUTE_MS });
    await report({
      event_type: 'install',
      installation_id: randomUUID(),
      click_id: clickId,
      age_ms: MINUTE_MS,
    });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'organic' },
      { model: 'click_id' },
    ]);
  });

  test('from then on: what was decided before stays', async () => {
    const clickId = await click(await createSlug(tenant), '', 5);
    for (const naming of [{}, { click_id: clickId }, {}]) {
      await report({ event_type: 'install', installation_id: randomUUID(), ...naming });
      await processQueued(service);
    }
    const models = (await attributionsOf(service, tenant)).map(({ model }) => model);
    expect(models.sort()).toEqual(['click_id', 'organic', 'probabilistic']);
  });

  test('and stays the candidate of its own', async () => {
    const installation_id = randomUUID();
    const clickId = await click(await createSlug(tenant), '', 5);
    const install = { event_type: 'install', installation_id };
    await report({ ...install, click_id: clickId, age_ms: 2 * MINUTE_MS });
    await processQueued(service);
    await report(install);
    await processQueued(service);
    expect(await decided()).toMatchObject({
      install_kind: 'reinstall',
      model: 'probabilistic',
      click_id: clickId,
    });
  });
});

describe('what a device did that the app knows never leads to another device’s install', () => {
  test('where it came back by a link', async () => {
    // From elsewhere, so that the link's own click cannot match.
    const { clickId } = await clickLink(service, await createSlug(tenant, PROMO), { query: '?name=Ada' });
    const installation_id = randomUUID();
    await report({ event_type: 'install', installation_id, age_ms: 30 * 86_400_000 });
    await report({
      event_type: 're_engagement',
      click_id: clickId,
      installation_id,
      age_ms: 2 * MINUTE_MS,
    });
    const eventId = await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await decided()).toMatchObject({ model: 'organic', click_id: null });
    expect(await deferred(eventId)).toEqual({ status: 204, body: null });
  });

  test.each([
    ['installation', { installation_id: randomUUID() }],
    ['Android id', { android_id: randomUUID() }],
    ['advertising id', { gaid: randomUUID() }],
  ])('where its SDK reported a click, with its %s', async (_what, id) => {
    await report({ event_type: 'open', ...id });
    await report({ event_type: 'install', ...id, age_ms: 30 * 86_400_000 });
    await report({ event_type: 'click', channel: 'sms', ...id, age_ms: 2 * MINUTE_MS });
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await decided()).toMatchObject({
      model: 'organic',
      rejected_candidates: [{ model: 'probabilistic', reason: expect.stringContaining('another device') }],
    });
  });

  test.each([
    ['gaid', 'is known in the app', {}],
    ['android_id', 'is known in the app', {}],
    ['gaid', 'is another than the one that installs', { gaid: randomUUID() }],
  ])('where it followed a link whose %s %s', async (kind, _is, ids) => {
    const id = randomUUID();
    const isKnown = Object.keys(ids).length === 0;
    if (isKnown) await report({ event_type: 'install', [kind]: id, age_ms: 30 * 86_400_000 });
    await click(await createSlug(tenant), `?${kind}=${id}`, 2);
    await report({ event_type: 'install', installation_id: randomUUID(), ...ids });
    await processQueued(service);
    expect(await decided()).toMatchObject({
      model: 'organic',
      rejected_candidates: [{ model: 'probabilistic', reason: expect.stringContaining('another device') }],
    });
  });
});

describe('a click may match probabilistically', () => {
  test('if its advertising id is unknown and the install has none', async () => {
    const clickId = await click(await createSlug(tenant), `?gaid=${randomUUID()}`, 2);
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await decided()).toMatchObject({ model: 'probabilistic', click_id: clickId });
  });

  test('that the device itself made, as one of its ids says', async () => {
    const [gaid, android_id] = [randomUUID(), randomUUID()];
    await report({ event_type: 'open', gaid, android_id });
    const clickId = await click(await createSlug(tenant), `?gaid=${gaid}`, 2);
    await report({ event_type: 'install', gaid, android_id });
    await report({ event_type: 'install', android_id });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'deterministic', click_id: clickId },
      { model: 'probabilistic', click_id: clickId },
    ]);
  });
});

describe('an install that is like a click', () => {
  test('gets the link’s own path and parameters, and nothing of the visit', async () => {
    const slug = await createSlug(tenant, PROMO);
    const clickId = await click(slug, '?name=Ada&source=visit', 2);
    const eventId = await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect((await decided())?.model).toBe('probabilistic');
    expect(await deferred(eventId)).toEqual({
      status: 200,
      body: {
        path: '/promo/1',
        params: { coupon: 'X1', source: 'link' },
        clickId,
        slug,
        campaignId: null,
        channel: 'influencer',
      },
    });
  });

  test.each([
    ['nothing', 'another link’s click is nearly as likely', 3, false, 204],
    ['its link', 'another link’s click is far less likely', 200, false, 200],
    ['its link', 'only the same link was followed again', 3, true, 200],
  ])('gets %s if %s', async (_what, _when, minutesBefore, isSameLink, status) => {
    const slug = await createSlug(tenant, PROMO);
    await click(slug, '', 2);
    await click(isSameLink ? slug : await createSlug(tenant), '?again', 2 + minutesBefore);
    const eventId = await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect((await decided())?.model).toBe('probabilistic');
    expect((await deferred(eventId)).status).toBe(status);
  });
});

test.each<[string, (clickId: string, gaid: string) => Record<string, unknown>]>([
  ['install_referrer', (clickId) => ({ referrer: `service_click_id=${clickId}` })],
  ['click_id', (clickId) => ({ click_id: clickId })],
  ['deterministic', (_clickId, gaid) => ({ gaid })],
])('an install whose click is known by %s gets what came with the visit', async (model, evidence) => {
  const gaid = randomUUID();
  const clickId = await click(await createSlug(tenant, PROMO), `?name=Ada&source=visit&gaid=${gaid}`, 2);
  const eventId = await report({ event_type: 'install', ...evidence(clickId, gaid) });
  await processQueued(service);
  expect((await decided())?.model).toBe(model);
  expect((await deferred(eventId)).body).toMatchObject({
    path: '/promo/1',
    params: { name: 'Ada', coupon: 'X1', source: 'link' },
  });
});

test('a HEAD says whether there is a deferred link, and uses nothing up', async () => {
  const clickId = await click(await createSlug(tenant, PROMO), '', 2);
  const eventId = await report({ event_type: 'install', click_id: clickId });
  expect((await deferred(eventId, 'HEAD')).status).toBe(202);
  await processQueued(service);
  for (let time = 0; time < 2; time++)
    expect(await deferred(eventId, 'HEAD')).toEqual({ status: 200, body: null });
  expect((await deferred(eventId)).status).toBe(200);
  expect((await deferred(eventId, 'HEAD')).status).toBe(204);
  expect((await deferred(eventId)).status).toBe(204);
});
