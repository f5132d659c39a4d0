import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useUp } from '../../testing/use-up.ts';
import { deliver, makeWebhook, webhookPath } from '../testing/payment-webhook.ts';
import { payload, useWebhookPosts } from '../testing/use-webhook-posts.ts';

const { service, tenant, webhook, post, logged } = useWebhookPosts();

describe('600 deliveries a minute', () => {
  const flood = async (count: number, send: () => Promise<Response>) => {
    const answers = await Promise.all(Array.from({ length: count }, send));
    return answers.map(({ status }) => status);
  };

  test('of an app are accepted, and the next learns when to retry', async () => {
    const ignored = { ...payload, event_type: 'other' };
    const send = () => deliver(service, webhook, ignored, { 'x-forwarded-for': freshAddress() });
    await useUp(service.services.limits.paymentPerApp, tenant.appId, 590);
    expect(new Set(await flood(10, send))).toEqual(new Set([200]));
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    // Another app has its own limit.
    const other = await makeWebhook(service, await createTenant(service));
    expect((await deliver(service, other, payload)).status).toBe(200);
    expect((await logged()).filter(({ outcome }) => outcome === 'limited')).toHaveLength(1);
  });

  test('without a valid signature use up their sender’s limit, not the app’s', async () => {
    const from = freshAddress();
    const forged = { headers: { 'x-service-signature': '0'.repeat(64) }, from };
    await useUp(service.services.limits.paymentPerSender, `${tenant.appId} ${from}`, 580);
    // One short of the app's limit: were they counted against it, the delivery below would be refused.
    await useUp(service.services.limits.paymentPerApp, tenant.appId, 599);
    const statuses = await flood(20, () => post(webhookPath(webhook), forged));
    expect(new Set(statuses)).toEqual(new Set([401]));
    const refused = await post(webhookPath(webhook), forged);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await post(webhookPath(webhook), { ...forged, from: freshAddress() })).status).toBe(401);
    // The provider's deliveries are accepted, even from that address.
    expect((await deliver(service, webhook, payload, { 'x-forwarded-for': forged.from })).status).toBe(200);
    // And the flood is not logged in full.
    expect((await logged()).filter(({ verified }) => !verified).length).toBeLessThanOrEqual(10);
  });

  test('to an unknown webhook are answered 404, and then refused', async () => {
    const [appId, from] = [randomUUID(), freshAddress()];
    const nowhere = webhookPath({ appId, provider: 'generic' });
    await useUp(service.services.limits.paymentPerSender, `${appId} ${from}`, 590);
    const statuses = await flood(10, () => post(nowhere, { from }));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect((await post(nowhere, { from })).status).toBe(429);
  });
});
