import { describe, expect, test } from 'vitest';
import { deliverAll, installFrom, listPostbacks } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';

const { canonical, clock, network, service, tenant } = useDeliveries();

test('a network that is slow delays no other', async () => {
  network.script(['hang'], '/slow');
  await canonical({ p_postback_url: `${network.origin}/slow`, p_channel: 'email' });
  await canonical({ p_postback_url: `${network.origin}/fast` });
  await installFrom(service, tenant, 'email');
  for (let n = 0; n < 20; n++) await installFrom(service, tenant, 'social_a');
  const delivering = deliverAll(service);
  await expect.poll(() => network.callsTo('/fast').length).toBe(20);
  const postbacks = await listPostbacks(tenant);
  expect(postbacks.filter(({ status }) => status === 'sent').length).toBeGreaterThanOrEqual(4);
  // The slow one was not given up meanwhile.
  expect(postbacks.flatMap(({ attempts }) => attempts.map((one) => one.http_status))).not.toContain(null);
  await network.close();
  await delivering;
}, 30_000);

test('configs that share a host take no more of its connections than they need', async () => {
  for (let n = 0; n < 10; n++) await canonical({ p_postback_url: `${network.origin}/${n}` });
  await installFrom(service, tenant, 'social_a');
  await deliverAll(service);
  expect(network.calls).toHaveLength(10);
});

describe('a network that fails again and again', () => {
  const failingSince = () =>
    service.services.workPool.query('select * from postback_failures where customer_id = $1', [
      tenant.accountId,
    ]);

  test('is tried once a minute, which costs the deliveries that wait none of their sends, until it answers', async () => {
    network.script([{ status: 503 }]);
    const { id } = await canonical();
    for (let n = 0; n < 60; n++) await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    // Four batches of 16: then it is held to be away.
    expect(network.calls).toHaveLength(60);
    expect((await failingSince()).rows).toMatchObject([{ config_id: id, failures: 60 }]);
    clock.now += 60_000;
    await deliverAll(service);
    expect(network.calls).toHaveLength(61);
    clock.now += 59_000;
    await deliverAll(service);
    expect(network.calls).toHaveLength(61);
    expect(await (await service.request('/metrics')).text()).toContain(
      'tributary_postback_failing_configs{network="canonical"} 1',
    );
    network.script([{ status: 200 }]);
    clock.now += 1000;
    await deliverAll(service);
    expect((await failingSince()).rows).toEqual([]);
    await deliverAll(service);
    const attempts = (await listPostbacks(tenant)).map((postback) => postback.attempts.length);
    expect(Math.max(...attempts)).toBe(2);
  }, 60_000);
});
