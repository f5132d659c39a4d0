import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { attributionsOf, send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { installFrom, listPostbacks, makeConfig } from '../testing/postback-devices.ts';

let now = Date.UTC(2026, 2, 1, 12);
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));

const NETWORK_B = { p_postback_format: 'network_b_app', p_settings: { link_id: 'L' } };
const HOOK = { p_postback_url: 'https://hooks.example.com/in' };
const canonical = (args: object = {}) => makeConfig(tenant, { ...HOOK, p_channel: 'social_a', ...args });
const every = (args: object = {}) => makeConfig(tenant, { ...NETWORK_B, ...args });

let references = 0;
async function pay(metadata: object, members: object = {}): Promise<string> {
  const reference = `pay-${references++}`;
  await accepted(service, webhook, { reference, amount: 12.5, currency: 'USD', metadata, ...members });
  return reference;
}

const queuedOf = async () =>
  (await listPostbacks(tenant)).map(({ event_type, config_id }) => `${event_type} ${config_id}`);

describe('a purchase', () => {
  test('is sent when a payment is recorded of a device that an ad click brought', async () => {
    const { id } = await canonical({ p_event_types: ['purchase'] });
    const gaid = await installFrom(service, tenant, 'social_a');
    await pay({ gaid });
    const [attribution] = await attributionsOf(service, tenant);
    expect(await listPostbacks(tenant)).toMatchObject([
      {
        config_id: id,
        event_type: 'purchase',
        payment_event_id: expect.any(String),
        install_id: attribution?.install_id,
      },
    ]);
  });

  test('is sent once, however often its payment is announced and credited', async () => {
    await canonical({ p_event_types: ['purchase'] });
    const gaid = await installFrom(service, tenant, 'social_a');
    const reference = await pay({ gaid });
    await accepted(service, webhook, {
      reference,
      amount: 12.5,
      currency: 'USD',
      metadata: { gaid, user_id: 'u' },
    });
    await settleRevenue(service);
    await settleRevenue(service);
    expect(await queuedOf()).toHaveLength(1);
  });

  test('is sent once its install arrives', async () => {
    await canonical({ p_event_types: ['purchase'] });
    const gaid = randomUUID();
    await pay({ gaid });
    await settleRevenue(service);
    expect(await queuedOf()).toEqual([]);
    now += 5000;
    await installFrom(service, tenant, 'social_a', { gaid });
    await settleRevenue(service);
    await settleRevenue(service);
    expect(await queuedOf()).toHaveLength(1);
  });

  test('is sent to the network of the most recent ad click before it', async () => {
    const configs = { social_a: await canonical(), email: await canonical({ p_channel: 'email' }) };
    const gaid = await installFrom(service, tenant, 'social_a');
    now += 60_000;
    await installFrom(service, tenant, 'email', { gaid });
    now += 60_000;
    await pay({ gaid });
    await settleRevenue(service);
    expect((await queuedOf()).filter((one) => one.startsWith('purchase'))).toEqual([
      `purchase ${configs.email.id}`,
    ]);
  });

  test('is not sent for a device without an ad click, though it comes back by a click later', async () => {
    await canonical();
    await every();
    const gaid = await installFrom(service, tenant, null);
    now += 60_000;
    await pay({ gaid });
    await settleRevenue(service);
    now += 60_000;
    await installFrom(service, tenant, 'social_a', { gaid });
    await settleRevenue(service);
    expect((await queuedOf()).filter((one) => one.startsWith('purchase'))).toEqual([]);
  });

  test.each([['refund'], ['partial_refund'], ['chargeback'], ['dispute']])(
    'is not sent of a %s, linked or not',
    async (event_type) => {
      await canonical({ p_event_types: ['purchase'] });
      const gaid = await installFrom(service, tenant, 'social_a');
      const original_reference = await pay({ gaid });
      await pay({ gaid }, { event_type, original_reference });
      await pay({ gaid }, { event_type, original_reference: 'unheard-of' });
      await settleRevenue(service);
      expect(await queuedOf()).toHaveLength(1);
    },
  );

  test('is not sent of a purchase that an app reports', async () => {
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a');
    await send(service, tenant, { event_type: 'purchase', gaid, revenue: 5, currency: 'USD' });
    await settleRevenue(service);
    expect((await queuedOf()).filter((one) => one.startsWith('purchase'))).toEqual([]);
  });

  test('is not sent of a payment from before the config', async () => {
    const gaid = await installFrom(service, tenant, 'social_a');
    await pay({ gaid });
    now += 1;
    await canonical();
    await installFrom(service, tenant, 'social_a', { gaid });
    await settleRevenue(service);
    expect(await queuedOf()).toEqual([]);
  });

  test('is not sent when check_payment rehearses it', async () => {
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a');
    const body = JSON.stringify({ reference: 'rehearsed', amount: 1, currency: 'USD', metadata: { gaid } });
    await tenant.owner.rpc('check_payment', { p_webhook_id: webhook.id, p_headers: {}, p_body: body });
    expect((await queuedOf()).filter((one) => one.startsWith('purchase'))).toEqual([]);
  });

  test('is sent once where two announcements of a payment arrive at the same moment', async () => {
    await canonical({ p_event_types: ['purchase'] });
    const gaid = await installFrom(service, tenant, 'social_a');
    const payment = { reference: 'twice', amount: 1, currency: 'USD', metadata: { gaid } };
    await Promise.all([accepted(service, webhook, payment), accepted(service, webhook, payment)]);
    await settleRevenue(service);
    expect(await queuedOf()).toHaveLength(1);
  });
});

test('an imported install sends nothing, nor does a payment of its device', async () => {
  await every();
  await canonical();
  const gaid = randomUUID();
  const device = randomUUID();
  await service.services.workPool.query(
    `insert into device_ids (customer_id, app_id, kind, value, device_id, first_seen_at)
     values ($1, $2, 'gaid', $3, $4, now())`,
    [tenant.accountId, tenant.appId, gaid, device],
  );
  await service.services.workPool.query(
    `insert into attributions (customer_id, attribution_id, install_id, app_id, device_id, install_kind, installed_at,
       decided_at, model, channel, confidence_score, confidence_breakdown, signals_used, reason, rejected_candidates,
       postback_status)
     values ($1, $2, $2, $3, $4, 'install', '2026-01-01', '2026-01-01', 'last_click', 'social_a', 0, '{}', '[]', '',
       '[]', 'skipped')`,
    [tenant.accountId, randomUUID(), tenant.appId, device],
  );
  await pay({ gaid });
  await settleRevenue(service);
  expect(await queuedOf()).toEqual([]);
});
