import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { deliverAll, installFrom } from '../testing/postback-devices.ts';
import { TOKEN, useDeliveries } from '../testing/use-deliveries.ts';

const { canonical, clock, network, networkA, only, service, tenant } = useDeliveries();

describe('a canonical delivery', () => {
  test('is signed over the time and the very bytes, and carries its id', async () => {
    const { signing_secret } = await canonical();
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const [call] = network.calls;
    const { postback_id } = await only();
    expect(call?.headers['x-service-delivery-id']).toBe(postback_id);
    const [, stamp = '', digest] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(`${call?.headers['x-service-signature']}`) ?? [];
    expect(Number(stamp)).toBe(clock.now / 1000);
    expect(digest).toBe(
      createHmac('sha256', signing_secret ?? '')
        .update(`${stamp}.${call?.body}`)
        .digest('hex'),
    );
  });

  test('of a purchase has the amount, and the time that it was paid at', async () => {
    await canonical({ p_event_types: ['purchase'] });
    const gaid = await installFrom(service, tenant, 'social_a');
    const occurred_at = clock.now + 60_000;
    clock.now += 120_000;
    const payment = { reference: 'p', amount: 1250.5, currency: 'NGN', occurred_at, metadata: { gaid } };
    await accepted(service, await makeWebhook(service, tenant), payment);
    await settleRevenue(service);
    await deliverAll(service);
    expect(network.calls[0]?.body).toContain(`"timestamp":${occurred_at},"value":1250.50,"currency":"NGN"}`);
    expect(JSON.parse(network.calls[0]?.body ?? '')).toMatchObject({ event_type: 'purchase', gaid });
  });
});

describe('a failure of the config is no outage', () => {
  test('a missing credential', async () => {
    await networkA(null);
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    expect(await only()).toMatchObject({
      status: 'failed',
      failure_class: 'setting',
      attempts: [
        {
          at: clock.now,
          http_status: null,
          class: 'setting',
          response: expect.stringContaining('credential'),
        },
      ],
    });
    expect(network.calls).toEqual([]);
  });

  test('a malformed setting', async () => {
    const id = await networkA();
    await service.services.workPool.query(`update ad_network_configs set settings = '{}' where id = $1`, [
      id,
    ]);
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    expect(await only()).toMatchObject({
      failure_class: 'setting',
      attempts: [{ response: expect.stringContaining('dataset_id is required') }],
    });
    expect(network.calls).toEqual([]);
  });

  test('a config that was deleted meanwhile', async () => {
    const { id } = await canonical();
    await installFrom(service, tenant, 'social_a');
    await tenant.owner.rpc('delete_ad_network_config', { p_config_id: id });
    await deliverAll(service);
    expect(await only()).toMatchObject({
      failure_class: 'setting',
      attempts: [{ response: 'the config was deleted' }],
    });
  });

  test('a private address', async () => {
    const { id } = await canonical();
    await service.services.workPool.query(
      `update ad_network_configs set postback_url = 'https://10.0.0.1/' where id = $1`,
      [id],
    );
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    expect(await only()).toMatchObject({ status: 'failed', failure_class: 'setting' });
  });
});

test('an answer is kept without the credential that it repeats', async () => {
  network.script([{ status: 200, body: { error: { code: 190, message: `bad token ${TOKEN}` } } }]);
  await networkA();
  await installFrom(service, tenant, 'social_a');
  await deliverAll(service);
  expect(network.calls[0]).toMatchObject({ path: '/v21.0/1/events', body: expect.stringContaining(TOKEN) });
  expect(await only()).toMatchObject({
    status: 'failed',
    failure_class: 'permanent',
    attempts: [{ http_status: 200, response: expect.stringContaining('bad token [redacted]') }],
  });
});
