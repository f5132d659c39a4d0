import { beforeEach, expect, test } from 'vitest';
import { rebuildRollups } from '../rollups/rebuild/rebuild-rollups.ts';
import { clickLink } from '../testing/attributed-app.ts';
import { createLink } from '../testing/create-link.ts';
import { perTest } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { countClicks } from './count-clicks.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));
const link = perTest(() => createLink(tenant));
beforeEach(async () => {
  for (let n = 0; n < 5; n++) await clickLink(service, link.slug);
});

async function counted(): Promise<number> {
  const { rows } = await service.services.workPool.query<{ clicks: number }>(
    'select coalesce(sum(clicks), 0)::int as clicks from link_counts where customer_id = $1',
    [tenant.accountId],
  );
  return rows[0]?.clicks ?? 0;
}

const shown = async () => {
  const stats = await tenant.owner.rpc('link_stats', { p_link_id: link.id });
  return ((await stats.json()) as { clicks: number }).clicks;
};

test('adds up what waits, once, however many count at the same time', async () => {
  const { workPool } = service.services;
  expect([await counted(), await shown()]).toEqual([0, 5]);
  await Promise.all([countClicks(workPool), countClicks(workPool), countClicks(workPool)]);
  expect([await counted(), await shown()]).toEqual([5, 5]);
  await countClicks(workPool);
  expect([await counted(), await shown()]).toEqual([5, 5]);
});

test('is not disturbed by a rebuild of the counters while clicks wait', async () => {
  const { workPool } = service.services;
  expect(await rebuildRollups(workPool, tenant.accountId)).toMatchObject({ links: 0 });
  await countClicks(workPool);
  expect(await rebuildRollups(workPool, tenant.accountId)).toMatchObject({ links: 0 });
  expect([await counted(), await shown()]).toEqual([5, 5]);
});
