import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clickLink, makeLink } from '../attribution/testing/attributed-app.ts';
import { rebuildRollups } from '../rollups/rebuild-rollups.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { countClicks } from './count-clicks.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.close());
beforeEach(async () => {
  tenant = await createTenant(service);
  const slug = await makeLink(tenant);
  for (let n = 0; n < 5; n++) await clickLink(service, slug);
});

async function counted(): Promise<number> {
  const { rows } = await service.services.workPool.query<{ clicks: number }>(
    'select coalesce(sum(clicks), 0)::int as clicks from link_counts where customer_id = $1',
    [tenant.accountId],
  );
  return rows[0]?.clicks ?? 0;
}

const shown = async () => {
  const links = (await (await tenant.owner.rpc('list_links')).json()) as { items: { id: string }[] };
  const stats = await tenant.owner.rpc('link_stats', { p_link_id: links.items[0]?.id });
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
