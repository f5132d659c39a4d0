import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  attributionsOf,
  clickLink,
  makeLink,
  processQueued,
  send,
} from '../../attribution/testing/attributed-app.ts';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
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

describe('an install', () => {
  test('is sent to the network whose link was clicked, and to no other', async () => {
    const { id } = await canonical();
    await canonical({ p_channel: 'email' });
    await installFrom(service, tenant, 'social_a');
    const [attribution] = await attributionsOf(service, tenant);
    expect(await listPostbacks(tenant)).toEqual([
      {
        postback_id: expect.any(String),
        config_id: id,
        app_id: tenant.appId,
        postback_format: 'canonical',
        event_type: 'install',
        attribution_id: attribution?.attribution_id,
        install_id: attribution?.install_id,
        payment_event_id: null,
        status: 'pending',
        failure_class: null,
        attempts: [],
        next_attempt_at: now,
        created_at: now,
      },
    ]);
  });

  test('without an ad click is sent only to the network that takes every install', async () => {
    await canonical();
    const { id } = await every();
    await installFrom(service, tenant, null);
    expect(await queuedOf()).toEqual([`install ${id}`]);
  });

  test('is sent by the app’s own config instead of the account’s', async () => {
    await canonical();
    const own = await canonical({ p_app_id: tenant.appId });
    await installFrom(service, tenant, 'social_a');
    expect(await queuedOf()).toEqual([`install ${own.id}`]);
  });

  test.each([
    [['install'], 1],
    [['purchase'], 0],
    [['install', 'purchase'], 1],
  ])('is sent by a config that takes %j %i times', async (p_event_types, times) => {
    await canonical({ p_event_types });
    await installFrom(service, tenant, 'social_a');
    expect(await queuedOf()).toHaveLength(times);
  });

  test('is not sent where the account has no config, nor by the config of another account', async () => {
    const other = await createTenant(service);
    await makeConfig(other, { ...HOOK, p_channel: 'social_a' });
    await installFrom(service, tenant, 'social_a');
    expect([...(await queuedOf()), ...(await listPostbacks(other))]).toEqual([]);
  });

  test('is not sent for a re-install, which no total counts', async () => {
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a');
    now += 1000;
    await installFrom(service, tenant, 'social_a', { gaid });
    expect(await attributionsOf(service, tenant)).toHaveLength(2);
    expect(await queuedOf()).toHaveLength(1);
  });

  test('is sent once, though its event is worked off twice', async () => {
    await canonical();
    await installFrom(service, tenant, 'social_a');
    await service.services.workPool.query(
      `insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
       select customer_id, app_id, event_id, event_type, $2 from events where customer_id = $1`,
      [tenant.accountId, new Date(now).toISOString()],
    );
    await processQueued(service);
    expect(await queuedOf()).toHaveLength(1);
  });

  test('is in the outbox with its attribution, or neither is', async () => {
    await canonical();
    await service.services.workPool.query(
      `alter table postback_queue add constraint broken check (false) not valid`,
    );
    await installFrom(service, tenant, 'social_a');
    expect([await attributionsOf(service, tenant), await queuedOf()]).toEqual([[], []]);
    await service.services.workPool.query('alter table postback_queue drop constraint broken');
    now += 10_000;
    await processQueued(service);
    expect([(await attributionsOf(service, tenant)).length, (await queuedOf()).length]).toEqual([1, 1]);
  });
});

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

test('of two apps that share an account’s config each has its own deliveries', async () => {
  await canonical();
  const slug = await makeLink(tenant, { p_channel: 'social_a' });
  const click = await clickLink(service, slug);
  await send(service, tenant, { event_type: 'install', gaid: randomUUID(), click_id: click.clickId });
  await processQueued(service);
  expect(await listPostbacks(tenant, { p_app_id: tenant.appId })).toHaveLength(1);
});
