import { describe, expect, test } from 'vitest';
import { receiveEvents, settle } from '../../analytics/testing/traffic-world.ts';
import type { CheckedEvent } from '../../ingest/check/check-shape.ts';
import { storableEvent } from '../../ingest/testing/storable-events.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addApp, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processActivity } from './activity-worker.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const INSTALLED = Date.UTC(2026, 0, 1, 23, 59);

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));

type Told = Partial<CheckedEvent> & { readonly day: number };

const A = { installation_id: 'aaaaaaaa-0000-4000-8000-000000000001' };
const G = { gaid: '99999999-0000-4000-8000-000000000001' };
const P = { android_id: 'p1' };

/** One event in each of these apps. */
async function happen(told: readonly { readonly appId: string; readonly event: Told }[]): Promise<void> {
  const arrivals = told.map(({ appId, event: { day, ...members } }) => {
    const app = { customerId: tenant.accountId, appId, monthlyLimit: Number.POSITIVE_INFINITY };
    const event = storableEvent(app, { timestamp: INSTALLED + day * DAY_MS, ...members }, NOW);
    return { event, device: { app: { ...app, links: [] }, ids: {} } };
  });
  await receiveEvents(service, arrivals);
}

/** Devices of the cohort of 1 January by day, as far as there are any. */
async function retentionOf(appId: string): Promise<Record<number, number>> {
  const asked = { resource: 'cohorts', app_id: appId, date_from: '2026-01-01', date_to: '2026-01-01' };
  const response = await tenant.owner.get(`/v1/analytics?${new URLSearchParams(asked)}`);
  const { cohorts } = (await response.json()) as {
    cohorts: { retention: { day: number; devices: number }[] }[];
  };
  const days = cohorts[0]?.retention ?? [];
  return Object.fromEntries(
    days.filter(({ devices }) => devices > 0).map(({ day, devices }) => [day, devices]),
  );
}

function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, at) => ordersOf(things.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

const INSTALL = 'install' as const;
const PURCHASE = 'purchase' as const;

describe.each<[string, Told[], Record<number, number>]>([
  [
    'that sends the same id each time',
    [
      { event_type: INSTALL, day: 0, ...A },
      { day: 1, ...A },
      { day: 3, ...A },
    ],
    { 0: 1, 1: 1, 3: 1 },
  ],
  [
    'that is seen under each of the ids that it installed with',
    [
      { event_type: INSTALL, day: 0, ...A, ...G, ...P },
      { day: 1, ...G },
      { day: 3, ...P },
      { day: 7, ...A },
    ],
    { 0: 1, 1: 1, 3: 1, 7: 1 },
  ],
  [
    'that sends several ids on one day, and counts once',
    [
      { event_type: INSTALL, day: 0, ...A, ...G },
      { day: 0, ...G },
      { day: 1, ...G },
      { day: 1, ...A },
    ],
    { 0: 1, 1: 1 },
  ],
  [
    'that gets another id by an open, which comes before the one that it is known by',
    [
      { event_type: INSTALL, day: 0, ...G },
      { day: 1, ...A, ...G },
      { day: 3, ...A },
    ],
    { 0: 1, 1: 1, 3: 1 },
  ],
  [
    'that gets another id by a purchase',
    [
      { event_type: INSTALL, day: 0, ...A },
      { event_type: PURCHASE, day: 14, ...A, ...G },
      { day: 1, ...G },
    ],
    { 0: 1, 1: 1, 14: 1 },
  ],
  [
    'that is used before its install, or on days that are not reported',
    [
      { event_type: INSTALL, day: 0, ...A },
      { day: -1, ...A },
      { day: 2, ...A },
      { day: 30, ...A },
    ],
    { 0: 1, 30: 1 },
  ],
  [
    'that only clicks and is uninstalled later',
    [
      { event_type: INSTALL, day: 0, ...A },
      { event_type: 'click', day: 1, ...A },
      { event_type: 'uninstall', day: 3, ...A },
    ],
    { 0: 1 },
  ],
  [
    'that has no id of its own',
    [
      { event_type: INSTALL, day: 0, user_id: 'u' },
      { day: 1, user_id: 'u' },
      { day: 3, android_id: '0000' },
    ],
    {},
  ],
])('a device %s', (_name, events, expected) => {
  const orders = ordersOf(events);
  const apps = perSuite(() => playOrders(orders));
  test.each(orders.map((order, at) => [order.map(({ day }) => day).join(', '), at] as const))(
    'is counted alike when its days come as %s',
    async (_days, at) => {
      for (const when of WHENS) expect(await retentionOf(apps[when][at] ?? ''), when).toEqual(expected);
    },
  );
});

/** All at once, after each, and with the install's decision late. */
const WHENS = ['last', 'each', 'activity first'] as const;

/** Plays each order in an app of its own, all of them side by side, and names the apps. */
async function playOrders(orders: readonly Told[][]): Promise<Record<(typeof WHENS)[number], string[]>> {
  const apps = { last: [] as string[], each: [] as string[], 'activity first': [] as string[] };
  for (const when of WHENS) {
    for (const _order of orders) apps[when].push(await addApp(tenant));
    for (const step of orders[0]?.keys() ?? []) {
      await happen(
        orders.flatMap((order, at) => {
          const [event, appId] = [order[step], apps[when][at]];
          return event && appId ? [{ appId, event }] : [];
        }),
      );
      if (when === 'each') await settle(service);
      if (when === 'activity first') await processActivity(workerParts());
    }
    await settle(service);
  }
  return apps;
}

function workerParts() {
  const { workPool: pool, log, clock } = service.services;
  return { pool, log, clock };
}

describe('a batch that cannot be counted', () => {
  test('is put off, and holds up no other', async () => {
    const appId = await addApp(tenant);
    await happen([{ appId, event: { event_type: INSTALL, day: 0, ...A } }]);
    await settle(service);
    await service.services.workPool.query(
      `insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_keys, days)
       select gen_random_uuid(), to_timestamp(0), array[customer_id], array[app_id], array[device_key], array[2147483647]
       from device_days where app_id = $1`,
      [appId],
    );
    await happen([{ appId, event: { day: 1, ...A } }]);
    await settle(service);
    expect(await retentionOf(appId)).toEqual({ 0: 1, 1: 1 });
    const { rows } = await service.services.workPool.query(
      'select due_at > to_timestamp($1 / 1000.0) as later from activity_queue',
      [NOW],
    );
    expect(rows).toEqual([{ later: true }]);
    await service.services.workPool.query('delete from activity_queue');
  });
});
