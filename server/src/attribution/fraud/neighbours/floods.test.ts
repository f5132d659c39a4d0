import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { clickLink, processQueued, send } from '../../../testing/attributed-app.ts';
import { createSlug } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PHONE = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };

let now = Date.now();
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));
let slug = '';
beforeEach(async () => {
  slug = await createSlug(tenant);
  // Only a few clicks make a flood here.
  await service.services.workPool.query('update apps set settings = $2 where id = $1', [
    tenant.appId,
    JSON.stringify({ fraud: { click_flooding: { min_clicks: 6, max_chance: 0.1 } } }),
  ]);
});

async function clickAs(gaid: string, from: string): Promise<void> {
  await clickLink(service, slug, { from, query: `?gaid=${gaid}` });
  now += 3000;
}

async function installAs(gaid: string, from = '198.51.100.9'): Promise<void> {
  await send(service, tenant, { event_type: 'install', gaid, ...PHONE }, { 'x-forwarded-for': from });
  await processQueued(service);
}

async function floods(): Promise<unknown[]> {
  const { rows } = await service.services.workPool.query<{ signals: unknown }>(
    "select signals from fraud_flags where customer_id = $1 and rule = 'click_flooding' order by flagged_at",
    [tenant.accountId],
  );
  return rows.map(({ signals }) => signals);
}

test('a device that clicked over and over is seen at its install', async () => {
  const gaid = randomUUID();
  for (let n = 0; n < 9; n++) await clickAs(gaid, `203.0.${n}.7`);
  await installAs(gaid);
  expect(await floods()).toEqual([{ by: 'device', clicks: 9 }]);
});

test('installs of which no id is known say nothing about how often a device clicks', async () => {
  await service.services.workPool.query("update apps set settings = '{}' where id = $1", [tenant.appId]);
  for (let n = 0; n < 12; n++) {
    const { referrer } = await clickLink(service, slug, { from: `198.18.${n}.7` });
    now += MINUTE;
    const install = { event_type: 'install', installation_id: randomUUID(), referrer, ...PHONE };
    await send(service, tenant, install, { 'x-forwarded-for': `198.18.${n}.7` });
  }
  await processQueued(service);
  slug = await createSlug(tenant);
  const gaid = randomUUID();
  for (let n = 0; n < 9; n++) await clickAs(gaid, `203.0.${n}.7`);
  await installAs(gaid);
  expect(await floods()).toEqual([{ by: 'device', clicks: 9 }]);
});

test('clicks of other devices, of other apps and of weeks ago are not its own', async () => {
  const gaid = randomUUID();
  for (let n = 0; n < 5; n++) await clickAs(gaid, `203.0.${n}.7`);
  now += 8 * 24 * HOUR;
  for (let n = 0; n < 5; n++) await clickAs(randomUUID(), `203.0.${n}.7`);
  await clickAs(gaid, '203.0.1.7');
  now += 20_000;
  await installAs(gaid);
  expect(await floods()).toEqual([]);
});

test('a network that sends clicks for many devices, of which one installs', async () => {
  const victim = randomUUID();
  await clickAs(victim, '203.0.113.1');
  const link = slug;
  // Links that people install from tell what is usual.
  slug = await createSlug(tenant);
  for (let n = 0; n < 6; n++) {
    const gaid = randomUUID();
    await clickAs(gaid, `198.18.${n}.7`);
    now += MINUTE;
    await installAs(gaid, `198.18.${n}.7`);
  }
  slug = link;
  for (let n = 0; n < 300; n++) await clickAs(randomUUID(), `203.0.113.${n % 250}`);
  now += HOUR;
  await processQueued(service);
  await installAs(victim);
  expect(await floods()).toMatchObject([{ by: 'network', installs: 1 }]);
});
