import { randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { clickLink } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import type { ClickRecord } from './click-record.ts';
import { createClickWriter } from './click-writer.ts';
import { countClicks } from './count-clicks.ts';
import { clickRecord } from './testing/click-record.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

const clickOf = (members: Partial<ClickRecord> = {}) =>
  clickRecord({ customer_id: tenant.accountId, app_id: tenant.appId, ...members });

async function isStored(clickId: string): Promise<boolean> {
  const { rows } = await service.services.workPool.query('select from clicks where click_id = $1', [clickId]);
  return rows.length === 1;
}

test('sends a visitor on while the click waits for a database that hangs, and stores it then', async () => {
  const slug = await createSlug(tenant);
  await service.request(`/l/${slug}`, { method: 'HEAD' });
  const holder = new Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table clicks in access exclusive mode');
  const { clickId } = await clickLink(service, slug);
  expect(clickId).not.toBe('');
  await holder.query('commit');
  await holder.end();
  await expect.poll(() => isStored(clickId)).toBe(true);
});

test('stores what it holds before it closes', async () => {
  const { workPool: pool, log, clock } = service.services;
  const writer = createClickWriter({ pool, log, registry: new Registry(), clock });
  const clicks = Array.from({ length: 700 }, () => clickOf());
  const recorded = clicks.map((click) => writer.record(click));
  await writer.close();
  await Promise.all(recorded);
  for (const click of [clicks[0], clicks[699]]) expect(await isStored(click?.click_id ?? '')).toBe(true);
});

test('stores a click once, and counts it once, however often it is recorded', async () => {
  const { workPool: pool, log, clock } = service.services;
  const writer = createClickWriter({ pool, log, registry: new Registry(), clock });
  const click = clickOf({ link_id: randomUUID() });
  await writer.record(click);
  await Promise.all([writer.record(click), writer.record(click)]);
  await Promise.all([countClicks(pool), countClicks(pool), countClicks(pool)]);
  const { rows } = await pool.query('select clicks::int from link_counts where link_id = $1', [
    click.link_id,
  ]);
  expect(rows).toEqual([{ clicks: 1 }]);
  await writer.close();
});

test('loses no click for the sake of one that the database refuses', async () => {
  const { workPool: pool, log, clock } = service.services;
  const writer = createClickWriter({ pool, log, registry: new Registry(), clock });
  const [before, refused, after] = [clickOf(), clickOf({ user_agent: 'nul \0' }), clickOf()];
  await Promise.all([before, refused, after].map((click) => writer.record(click)));
  await writer.close();
  expect(await Promise.all([before, refused, after].map((click) => isStored(click.click_id)))).toEqual([
    true,
    false,
    true,
  ]);
});

test('waits for a database that is away, and counts what it could not store', async () => {
  const { workPool, log } = service.services;
  const registry = new Registry();
  let away = true;
  const pool = new Pool({ connectionString: service.databaseUrl, max: 2 });
  const flaky = new Proxy(pool, {
    get: (target, name) =>
      name === 'query' && away
        ? () => Promise.reject(new Error('the database is away'))
        : Reflect.get(target, name),
  });
  let now = Date.now();
  const writer = createClickWriter({ pool: flaky, log, registry, clock: () => now });
  const [kept, lost] = [clickOf(), clickOf()];
  const losing = writer.record(lost);
  now += 31_000;
  await losing;
  const keeping = writer.record(kept);
  away = false;
  await keeping;
  await writer.close();
  await pool.end();
  const { rows } = await workPool.query('select click_id from clicks where click_id in ($1, $2)', [
    kept.click_id,
    lost.click_id,
  ]);
  expect(rows).toEqual([{ click_id: kept.click_id }]);
  expect(await registry.metrics()).toContain('tributary_clicks_lost_total 1');
});
