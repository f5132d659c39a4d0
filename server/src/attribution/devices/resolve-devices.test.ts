import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

async function summaryOf(who: Tenant): Promise<Record<string, unknown>> {
  return (await (await who.owner.get('/v1/analytics?resource=summary')).json()) as Record<string, unknown>;
}

describe('a device', () => {
  test('that installs again is attributed again, and in no total', async () => {
    await send(service, tenant, {
      event_type: 'install',
      android_id: 'dev',
      timestamp: Date.now() - 60_000,
      sent_at: Date.now(),
    });
    await processQueued(service);
    const { referrer } = await clickLink(service, await createSlug(tenant));
    await send(service, tenant, { event_type: 'install', android_id: 'dev', referrer });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { install_kind: 'install', model: 'organic' },
      { install_kind: 'reinstall', model: 'install_referrer' },
    ]);
    expect(await summaryOf(tenant)).toMatchObject({ total_installs: 1, installs_by_model: { organic: 1 } });
  });

  test('is known by any of its identifiers, and what contradicts itself is recorded, not merged', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await send(service, tenant, { event_type: 'install', installation_id: one, android_id: 'x' });
    await send(service, tenant, { event_type: 'install', installation_id: two, android_id: 'y' });
    await processQueued(service);
    await send(service, tenant, { event_type: 'install', installation_id: one, android_id: 'y' });
    await processQueued(service);
    const attributions = await attributionsOf(service, tenant);
    expect(attributions.map((a) => a.install_kind).sort()).toEqual(['install', 'install', 'reinstall']);
    const { rows } = await service.services.workPool.query(
      'select kind, value from device_conflicts where customer_id = $1',
      [tenant.accountId],
    );
    expect(rows).toEqual([{ kind: 'android_id', value: 'y' }]);
  });

  test('without identifiers is a new one each time', async () => {
    for (let i = 0; i < 3; i++)
      await send(service, tenant, { event_type: 'install', android_id: '0000000000000000' });
    await processQueued(service);
    expect(await summaryOf(tenant)).toMatchObject({ total_installs: 3 });
  });
});
