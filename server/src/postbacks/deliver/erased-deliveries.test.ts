import { describe, expect, test } from 'vitest';
import { eraseNow } from '../../privacy/erasure/testing/erase-now.ts';
import { deliverAll, installFrom } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';

const { canonical, network, service, tenant } = useDeliveries();

describe('what is erased', () => {
  const rows = async (table: string) =>
    (
      await service.services.workPool.query(`select * from ${table} where customer_id = $1`, [
        tenant.accountId,
      ])
    ).rows;

  test('is sent no more, and nothing of it is kept', async () => {
    network.script([{ status: 500 }]);
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const device = { customerId: tenant.accountId, kind: 'gaid', value: gaid } as const;
    await eraseNow(service.services, device);
    for (const table of ['postbacks', 'postback_attempts', 'postback_queue'])
      expect(await rows(table)).toEqual([]);
  });

  test('while it is being sent is not brought back by its answer', async () => {
    network.script([{ status: 500, afterMs: 500 }]);
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a');
    const delivering = deliverAll(service);
    await expect.poll(() => network.calls.length).toBe(1);
    const device = { customerId: tenant.accountId, kind: 'gaid', value: gaid } as const;
    await eraseNow(service.services, device);
    await delivering;
    for (const table of ['postbacks', 'postback_attempts', 'postback_queue'])
      expect(await rows(table)).toEqual([]);
  });
});
