import { expect, test } from 'vitest';
import { processActivity } from '../../counters/activity/activity-worker.ts';
import { processQueued, send } from '../../testing/attributed-app.ts';
import { loseNode } from '../../testing/lose-node.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { keptBooks, settleRevenue } from '../testing/books.ts';
import { freshDevice, install, makeCampaign } from '../testing/paying-device.ts';
import { useCreditedApp } from '../testing/use-credited-app.ts';
import { processCredits } from './credit-worker.ts';

const { time, service, tenant: here } = useCreditedApp();
const gone = perTest(() => createTenant(service));

/** What a device buys that a campaign has brought, which waits to be credited. */
async function buy(tenants: readonly Tenant[]): Promise<void> {
  const { gaid } = freshDevice();
  for (const tenant of tenants)
    await install(service, tenant, { gaid }, await makeCampaign(tenant, 'Spring'));
  await settleRevenue(service);
  for (const tenant of tenants)
    await send(service, tenant, { event_type: 'purchase', revenue: 3, currency: 'EUR', gaid });
}

const inApp = async ({ accountId }: Tenant) =>
  (await keptBooks(service, accountId)).campaigns.map(({ in_app }) => in_app);

test('revenue of a node that is away waits alone, and is credited when it is back', async () => {
  const { workPool: pool, log, clock } = service.services;
  await buy([gone, here]);
  await processQueued(service);
  while ((await processActivity({ pool, log, clock })) > 0);
  let away = new Set([gone.accountId]);
  const work = () => processCredits({ pool, nodes: { accountsAway: async () => away }, log, clock });
  const comesBack = await loseNode(pool, 'campaign_revenue_counts', gone.accountId);
  expect(await work()).toBeGreaterThan(1);
  expect(await work()).toBeGreaterThan(0);
  expect(await work()).toBe(0);
  expect([await inApp(here), await inApp(gone)]).toEqual([['3'], []]);
  await comesBack();
  away = new Set();
  time.now += 10_000;
  expect(await work()).toBeGreaterThan(0);
  expect(await inApp(gone)).toEqual(['3']);
});
