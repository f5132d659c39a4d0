import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { processQueued, send } from '../../../testing/attributed-app.ts';
import { loseNode } from '../../../testing/lose-node.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { processReviews } from './fraud-reviewer.ts';

const HOUR = 3_600_000;
const time = { now: Date.UTC(2026, 4, 10, 12) };
const service = useService({ clock: () => time.now });
const here = perTest(() => createTenant(service));
const gone = perTest(() => createTenant(service));

/** Installs without a token, which their app expects: a review flags them. */
async function installWithoutToken(tenant: Tenant): Promise<void> {
  await service.services.workPool.query('update apps set settings = $2 where id = $1', [
    tenant.appId,
    JSON.stringify({ integrity: { expected: true } }),
  ]);
  await send(service, tenant, { event_type: 'install', installation_id: randomUUID() });
}

async function flagged({ accountId }: Tenant): Promise<number> {
  const { rows } = await service.services.workPool.query('select from fraud_flags where customer_id = $1', [
    accountId,
  ]);
  return rows.length;
}

test('reviews of a node that is away wait alone, and find the same when it is back', async () => {
  const { workPool: pool, log, clock } = service.services;
  for (const tenant of [gone, here, gone, here]) await installWithoutToken(tenant);
  await processQueued(service);
  time.now += 25 * HOUR;
  let away = new Set([gone.accountId]);
  const nodes = { accountsAway: async () => away };
  const comesBack = await loseNode(pool, 'fraud_flags', gone.accountId);
  const review = () => processReviews({ pool, nodes, log, clock });
  expect([await review(), await review(), await review()]).toEqual([4, 2, 0]);
  expect([await flagged(here), await flagged(gone)]).toEqual([2, 0]);
  await comesBack();
  away = new Set();
  time.now += 10_000;
  expect(await review()).toBe(2);
  expect(await flagged(gone)).toBe(2);
});

test('where no node is away, the failure is that of the database, and nothing is deferred', async () => {
  const { workPool: pool, log, clock } = service.services;
  await installWithoutToken(gone);
  await processQueued(service);
  time.now += 25 * HOUR;
  const comesBack = await loseNode(pool, 'fraud_flags', gone.accountId);
  const nodes = { accountsAway: async () => new Set<string>() };
  await expect(processReviews({ pool, nodes, log, clock })).rejects.toMatchObject({ code: '08006' });
  await comesBack();
  expect(await processReviews({ pool, nodes, log, clock })).toBe(1);
});
