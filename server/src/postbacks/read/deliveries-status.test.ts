import { describe, expect, test } from 'vitest';
import { deliverAll, installFrom } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';

const { canonical, network, service, statusInLog, tenant } = useDeliveries();

const statusInExport = async () => {
  const exported = await tenant.owner.rpc('export_my_account_data');
  const { attributions } = (await exported.json()) as { attributions: { postback_status: string | null }[] };
  return attributions.map(({ postback_status }) => postback_status);
};

describe('the status in the attribution log', () => {
  test.each<[string, number[], string | null]>([
    ['sent where all are', [200, 200], 'sent'],
    ['failed where one is', [200, 400], 'failed'],
    ['none while one is under way', [200, 500], null],
    ['failed though another is under way', [400, 500], 'failed'],
  ])('is %s', async (_name, statuses, expected) => {
    for (const [index, status] of statuses.entries()) {
      network.script([{ status }], `/${index}`);
      await canonical({ p_postback_url: `${network.origin}/${index}` });
    }
    await installFrom(service, tenant, 'social_a');
    expect(await statusInLog()).toEqual([null]);
    await deliverAll(service);
    expect(await statusInLog()).toEqual([expected]);
    expect(await statusInExport()).toEqual([expected]);
  });

  test('is none where nothing is sent', async () => {
    await installFrom(service, tenant, 'social_a');
    expect(await statusInLog()).toEqual([null]);
  });
});
