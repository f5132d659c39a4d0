import { expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { alikeAmong } from './app-traits.ts';
import { loadAppTraits } from './load-app-traits.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

/** Counts devices of a model, so many days before 1 May 2026. */
async function count(
  daysBefore: number,
  installs: number,
  of: { appId?: string; value?: string; model?: string } = {},
) {
  await service.services.workPool.query(
    `insert into install_group_counts (customer_id, app_id, dimension, day, country, value, is_rest, model, channel,
       installs, attributed, confidence_sum, high_confidence, unscored)
     values ($1, $2, 'device_model', date '2026-05-01' - $3::int, '', $4, false, $6, 'organic', $5, 0, 0, 0, 0)`,
    [
      tenant.accountId,
      of.appId ?? tenant.appId,
      daysBefore,
      of.value ?? 'SM-A155F',
      installs,
      of.model ?? 'organic',
    ],
  );
}

async function traitsOn(day: string) {
  const app = { customer_id: tenant.accountId, app_id: tenant.appId, day };
  return (await loadAppTraits(service.services.workPool, [app]))(app);
}

test('the thirty days before an install count, its own day and later ones do not', async () => {
  await count(31, 1);
  await count(30, 2);
  await count(1, 4);
  await count(1, 8, { value: 'Pixel 8', model: 'install_referrer' });
  await count(0, 100);
  expect(alikeAmong(await traitsOn('2026-05-01'), 'SM-A155F')).toEqual({ all: 14, alike: 6 });
  expect((await traitsOn('2026-05-01')).referred).toBe(8);
});

test('of an app with many devices the last three days are enough', async () => {
  await count(4, 500);
  await count(3, 1000);
  expect((await traitsOn('2026-05-01')).devices).toBe(1000);
});

test('other apps count for nothing, and one day is read once', async () => {
  const other = await createTenant(service);
  await count(1, 7, { appId: other.appId });
  await count(1, 3);
  const first = await traitsOn('2026-05-01');
  await count(2, 50);
  expect([
    first.devices,
    (await traitsOn('2026-05-01')).devices,
    (await traitsOn('2026-05-02')).devices,
  ]).toEqual([3, 3, 53]);
});
