import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { attributionsOf, send } from '../../testing/attributed-app.ts';
import { loseNode } from '../../testing/lose-node.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processBatch } from './attribution-worker.ts';

const time = { now: Date.UTC(2026, 4, 10, 12) };
const service = useService({ clock: () => time.now });
const here = perTest(() => createTenant(service));
const gone = perTest(() => createTenant(service));

const installs = (tenant: Tenant) =>
  send(service, tenant, { event_type: 'install', installation_id: randomUUID() });

const losesNode = ({ accountId }: Tenant) => loseNode(service.services.workPool, 'installs', accountId);

test('events of a node that is away wait alone, and are attributed when it is back', async () => {
  const { workPool: pool, bell, log, clock } = service.services;
  for (const tenant of [gone, here, gone, here]) await installs(tenant);
  let away = new Set([gone.accountId]);
  const nodes = { accountsAway: async () => away };
  const comesBack = await losesNode(gone);
  const work = () => processBatch({ pool, nodes, bell, log, clock });
  expect([await work(), await work(), await work()]).toEqual([4, 2, 0]);
  const decided = async (tenant: Tenant) => (await attributionsOf(service, tenant)).length;
  expect([await decided(here), await decided(gone)]).toEqual([2, 0]);
  await comesBack();
  away = new Set();
  time.now += 10_000;
  expect(await work()).toBe(2);
  expect(await decided(gone)).toBe(2);
  const { rows } = await pool.query('select max(attempts)::int as attempts from event_queue');
  expect(rows).toEqual([{ attempts: null }]);
});

test('where no node is away, the failure is that of the database', async () => {
  const { workPool: pool, bell, log, clock } = service.services;
  await installs(gone);
  const comesBack = await losesNode(gone);
  const nodes = { accountsAway: async () => new Set<string>() };
  await expect(processBatch({ pool, nodes, bell, log, clock })).rejects.toMatchObject({ code: '08006' });
  await comesBack();
  expect(await processBatch({ pool, nodes, bell, log, clock })).toBe(1);
});
