import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { processQueued } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { addCampaign } from '../../testing/test-tenant.ts';
import { useLookAlikes } from '../testing/use-look-alikes.ts';

const PROMO = { p_deep_link_path: '/promo/1', p_deferred_params: { coupon: 'X1', source: 'link' } };

const { service, tenant, report, decided, click, deferred } = useLookAlikes();

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
    ['nothing', 'a click on another link of the campaign is nearly as likely', 1, false, 204],
    ['its link', 'a click on another link of the campaign is far less likely', 200, false, 200],
    ['its link', 'only the same link was followed again', 1, true, 200],
  ])('gets %s if %s', async (_what, _when, minutesBefore, isSameLink, status) => {
    const campaign = { p_campaign_id: await addCampaign(tenant) };
    const slug = await createSlug(tenant, { ...PROMO, ...campaign });
    await click(slug, '', 2);
    await click(isSameLink ? slug : await createSlug(tenant, campaign), '?again', 2 + minutesBefore);
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
