import { beforeEach, expect, test } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { clickLink } from '../../testing/attributed-app.ts';
import { createLink } from '../../testing/create-link.ts';
import { loseNode } from '../../testing/lose-node.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
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

test('clicks of a node that is away wait alone, also where one commit has those of others', async () => {
  const { workPool } = service.services;
  const other = await createTenant(service);
  const { slug, id } = await createLink(other);
  await clickLink(service, slug);
  await workPool.query(
    `with taken as (delete from click_count_queue returning deltas)
     insert into click_count_queue (deltas)
     select json_agg(delta) from taken cross join json_array_elements(deltas) as delta`,
  );
  let away = new Set([tenant.accountId]);
  const count = () => countClicks(workPool, { nodes: { accountsAway: async () => away } });
  const comesBack = await loseNode(workPool, 'link_counts', tenant.accountId);
  expect([await count(), await count(), await count()]).toEqual([1, 1, 0]);
  const { rows } = await workPool.query('select clicks::int from link_counts where link_id = $1', [id]);
  expect([rows, await counted(), await shown()]).toEqual([[{ clicks: 1 }], 0, 5]);
  await comesBack();
  away = new Set();
  expect(await count()).toBe(0);
  await workPool.query("update click_count_queue set queued_at = now() - interval '10 seconds'");
  expect(await count()).toBe(1);
  expect([await counted(), await shown()]).toEqual([5, 5]);
});

test('where no node is away, the failure is that of the database, and all is counted later', async () => {
  const { workPool } = service.services;
  const comesBack = await loseNode(workPool, 'link_counts', tenant.accountId);
  const nodes = { accountsAway: async () => new Set<string>() };
  await expect(countClicks(workPool, { nodes })).rejects.toMatchObject({ code: '08006' });
  await comesBack();
  await countClicks(workPool, { nodes });
  expect(await counted()).toBe(5);
});
