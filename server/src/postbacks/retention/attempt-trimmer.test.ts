import { describe, expect, test } from 'vitest';
import { deliverAll, installFrom } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';
import { trimAttempts } from './attempt-trimmer.ts';

const { canonical, clock, network, only, service, tenant } = useDeliveries();

describe('attempts', () => {
  test.each([
    [89, 1],
    [91, 0],
  ])('of a delivery that is over are, after %i days, %i', async (days, kept) => {
    await canonical();
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const { backgroundPool: pool, log } = service.services;
    const later = () => clock.now + days * 86_400_000;
    await trimAttempts({ pool, log, clock: later, days: service.services.config.postbackAttemptDays });
    expect((await only()).attempts).toHaveLength(kept);
  });

  test('of a delivery that is under way are kept', async () => {
    network.script([{ status: 500 }]);
    await canonical();
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const { backgroundPool: pool, log } = service.services;
    await trimAttempts({ pool, log, clock: () => clock.now + 365 * 86_400_000, days: 90 });
    expect((await only()).attempts).toHaveLength(1);
  });
});
