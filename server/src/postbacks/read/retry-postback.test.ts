import { describe, expect, test } from 'vitest';
import { deliverAll, installFrom } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';

const { canonical, clock, network, only, service, tenant } = useDeliveries();

describe('retry_postback', () => {
  async function failed(): Promise<string> {
    network.script([{ status: 400 }]);
    await canonical();
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    return (await only()).postback_id;
  }
  const retry = (p_postback_id: string) => tenant.owner.rpc('retry_postback', { p_postback_id });

  test('sends one that has failed again, with its id and a schedule of its own', async () => {
    const id = await failed();
    network.script([{ status: 500 }]);
    expect((await retry(id)).status).toBe(204);
    expect(await only()).toMatchObject({
      status: 'pending',
      failure_class: null,
      next_attempt_at: clock.now,
    });
    for (const wait of [60, 120, 300, 600, 0]) {
      await deliverAll(service);
      clock.now += wait * 1000;
    }
    const postback = await only();
    expect(postback).toMatchObject({ postback_id: id, status: 'failed', failure_class: 'transient' });
    expect(postback.attempts.map((attempt) => attempt.http_status)).toEqual([400, 500, 500, 500, 500, 500]);
  });

  test('answers 409 for one that has not failed, and for one whose config is gone', async () => {
    const id = await failed();
    await retry(id);
    expect((await retry(id)).status).toBe(409);
    network.script([{ status: 200 }]);
    await deliverAll(service);
    expect((await retry(id)).status).toBe(409);
    await service.services.workPool.query(`update postbacks set status = 'failed' where postback_id = $1`, [
      id,
    ]);
    await tenant.owner.rpc('delete_ad_network_config', { p_config_id: (await only()).config_id });
    expect((await retry(id)).status).toBe(409);
  });
});
