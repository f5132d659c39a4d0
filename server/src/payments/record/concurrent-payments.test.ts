import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../analytics/testing/random.ts';
import { clickLink, processQueued, send } from '../../attribution/testing/attributed-app.ts';
import { eraseDevice } from '../../erasure/erase-device.ts';
import { processActivity } from '../../rollups/activity-worker.ts';
import { rebuildRollups } from '../../rollups/rebuild-rollups.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { startWorkers, type Workers } from '../../workers.ts';
import { processCredits } from '../credit/credit-worker.ts';
import {
  type CampaignRevenueRow,
  keptBooks,
  type RevenueRow,
  recordedRows,
  settleRevenue,
} from '../testing/books.ts';
import {
  type DeviceIds,
  freshDevice,
  install,
  makeCampaign,
  type TestCampaign,
} from '../testing/paying-device.ts';
import { accepted, makeWebhook, type TestWebhook } from '../testing/payment-webhook.ts';
import { planRevenue } from '../testing/revenue-plan.ts';
import { revenueReference } from '../testing/revenue-reference.ts';
import { arrivalsOf, createRevenueWorld, sendTo } from '../testing/revenue-world.ts';

let instances: TestService[];
let tenant: Tenant;
let webhook: TestWebhook;

beforeAll(async () => {
  const service = await startTestService();
  instances = [service, await startTestService({ databaseUrl: service.databaseUrl })];
});
afterAll(async () => {
  for (const instance of [...instances].reverse()) await instance.close();
});
const first = () => instances[0] as TestService;
const either = (turn: number) => instances[turn % instances.length] as TestService;

beforeEach(async () => {
  tenant = await createTenant(first());
  webhook = await makeWebhook(first(), tenant);
});

const paid = (more: object = {}) => ({ reference: 'p-1', amount: 10, currency: 'EUR', ...more });
const rows = () => recordedRows(first(), tenant.accountId);

async function expectTrueBooks(): Promise<void> {
  const pool = first().services.workPool;
  const question = {
    accountId: tenant.accountId,
    appIds: [tenant.appId],
    from: '2020-01-01',
    to: '2100-01-01',
  };
  const kept = await keptBooks(first(), tenant.accountId);
  expect(kept.revenue).toEqual(await revenueReference<RevenueRow>(pool, 'revenue', question));
  expect(kept.campaigns).toEqual(await revenueReference<CampaignRevenueRow>(pool, 'campaigns', question));
  expect(await rebuildRollups(pool, tenant.accountId)).toMatchObject({ revenue: 0, campaign_revenue: 0 });
}

async function withWorkers(act: () => Promise<void>): Promise<void> {
  const workers: Workers[] = instances.map(({ services }) => startWorkers(services));
  await act().finally(() => Promise.all(workers.map((worker) => worker.stop())));
  await settleRevenue(first());
}

/** Runs all of them concurrently, each after a random delay. */
async function scattered(acts: readonly (() => Promise<unknown>)[], withinMs = 15): Promise<void> {
  await Promise.all(acts.map(async (act) => pause(Math.random() * withinMs).then(act)));
}

describe('the same delivery, many times at once', () => {
  test.each([
    ['a payment', paid()],
    ['a refund of nothing that is known', paid({ event_type: 'refund' })],
    ['a reversal that waits', paid({ event_type: 'dispute', original_reference: 'unknown' })],
  ])('is recorded once: %s', async (_, payload) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => accepted(either(turn), webhook, payload)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(19).fill('duplicate'), 'recorded']);
    expect(await rows()).toHaveLength(1);
    const { revenue } = await keptBooks(first(), tenant.accountId);
    expect(revenue.map(({ gross, refunded }) => Number(gross) + Number(refunded))).toEqual([10]);
  });
});

describe('deliveries about one payment at once', () => {
  test('leave one payment with all its reversals, whichever is first', async () => {
    const acts = Array.from({ length: 60 }, (_, turn) => {
      const original_reference = `p-${turn}`;
      return [
        paid({ reference: original_reference }),
        paid({ event_type: 'partial_refund', reference: `a-${turn}`, amount: 6, original_reference }),
        paid({ event_type: 'chargeback', reference: `b-${turn}`, amount: 6, original_reference }),
      ].map((payload, at) => () => accepted(either(turn + at), webhook, payload));
    });
    await scattered(acts.flat(), 150);
    const recorded = await rows();
    expect(recorded).toHaveLength(180);
    for (const { reference, original, over_refunded } of recorded) {
      const turn = reference.slice(2);
      expect([original, over_refunded]).toEqual(
        reference.startsWith('p') ? [null, true] : [`p-${turn}`, false],
      );
    }
    await expectTrueBooks();
  }, 60_000);

  test('leave one payment for all its announcements, with what each of them adds', async () => {
    const to = await makeWebhook(first(), tenant, 'provider_c');
    const of = (turn: number) => {
      const event = (type: string, object: object) => ({
        type,
        data: { object: { ...object, currency: 'usd' } },
      });
      return [
        event('payment_intent.succeeded', {
          id: `pi_${turn}`,
          amount_received: 500,
          latest_charge: `ch_${turn}`,
        }),
        event('charge.succeeded', {
          ...{ id: `ch_${turn}`, amount_captured: 500, payment_intent: `pi_${turn}` },
          ...{ paid: true, captured: true },
        }),
        event('invoice.paid', {
          id: `in_${turn}`,
          amount_paid: 500,
          payment_intent: `pi_${turn}`,
          charge: `ch_${turn}`,
        }),
        event('checkout.session.completed', {
          ...{ id: `cs_${turn}`, amount_total: 500, payment_intent: `pi_${turn}`, mode: 'payment' },
          ...{ payment_status: 'paid', metadata: { user_id: `user-${turn}` } },
        }),
      ];
    };
    const acts = Array.from({ length: 40 }, (_, turn) =>
      of(turn).map((payload, at) => () => accepted(either(turn + at), to, payload)),
    );
    await scattered(acts.flat(), 120);
    const { rows: kept } = await first().services.workPool.query(
      'select amount::text, user_id from payments where customer_id = $1',
      [tenant.accountId],
    );
    const expected = Array.from({ length: 40 }, (_, turn) => ({ amount: '5', user_id: `user-${turn}` }));
    const byUser = (a: { user_id: string }, b: { user_id: string }) => (a.user_id < b.user_id ? -1 : 1);
    expect(kept.sort(byUser)).toEqual(expected.sort(byUser));
    await expectTrueBooks();
  }, 60_000);
});

describe('what is committed while a transaction waits for a counter', () => {
  let held: TestCampaign;
  const parts = () => {
    const { workPool: pool, log, clock } = first().services;
    return { pool, log, clock };
  };
  const untilQueued = async () => {
    await processQueued(first());
    while ((await processActivity(parts())) > 0);
  };

  /** Runs something while all revenue counters of the tenant are locked, as by a slow transaction. */
  async function whileCountersAreHeld(act: () => Promise<void>): Promise<void> {
    const holder = await first().services.workPool.connect();
    try {
      await holder.query('begin');
      for (const table of ['revenue_counts', 'campaign_revenue_counts']) {
        const locked = await holder.query(`select from ${table} where customer_id = $1 for update`, [
          tenant.accountId,
        ]);
        expect(locked.rowCount).toBeGreaterThan(0);
      }
      await act();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  /** How many sessions are waiting for a lock. */
  const waiting = async () => {
    const { rows: found } = await first().services.workPool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return found[0]?.n ?? 0;
  };
  const untilWaiting = (sessions: number) => expect.poll(waiting, { timeout: 10_000 }).toBe(sessions);

  beforeEach(async () => {
    // So that there are counters to lock.
    held = await makeCampaign(tenant, 'Held');
    const ids = freshDevice();
    await install(first(), tenant, ids, held);
    await accepted(first(), webhook, paid({ reference: 'p-0', metadata: { gaid: ids.gaid } }));
    await send(first(), tenant, { event_type: 'purchase', gaid: ids.gaid, revenue: 2, currency: 'EUR' });
    await settleRevenue(first());
  });

  test('is seen by the payment afterwards: its install arrived after the look-up of its ids', async () => {
    const campaign = await makeCampaign(tenant, 'Spring');
    const ids = freshDevice();
    let delivered: Promise<unknown> = Promise.resolve();
    await whileCountersAreHeld(async () => {
      delivered = accepted(first(), webhook, paid({ metadata: { gaid: ids.gaid } }));
      await untilWaiting(1);
      await install(first(), tenant, ids, campaign);
      // The payment is not visible yet, so nothing is queued for it.
      await untilQueued();
      expect(await processCredits(parts())).toBe(0);
    });
    expect(await delivered).toMatchObject({ matched: false });
    await settleRevenue(first());
    expect(await rows()).toContainEqual(
      expect.objectContaining({ reference: 'p-1', matched_by: 'gaid', campaign_id: campaign.campaignId }),
    );
    await expectTrueBooks();
  });

  test.each(['payment', 'purchase'])(
    'is credited by the next in turn, by exactly what the one before has counted: a %s',
    async (kind) => {
      const ids = freshDevice();
      const early = await makeCampaign(tenant, 'Early');
      if (kind === 'payment') await accepted(first(), webhook, paid({ metadata: { gaid: ids.gaid } }));
      else
        await send(first(), tenant, { event_type: 'purchase', gaid: ids.gaid, revenue: 5, currency: 'EUR' });
      await settleRevenue(first());

      const credits: Promise<number>[] = [];
      await whileCountersAreHeld(async () => {
        // Of two installs after the payment the first one counts.
        for (const [campaign, hours] of [
          [held, 2],
          [early, 1],
        ] as const) {
          await installAhead(ids, campaign, hours);
          await untilQueued();
          credits.push(processCredits(parts()));
          await untilWaiting(credits.length);
        }
      });
      expect(await Promise.all(credits)).toEqual([1, 1]);
      await expectTrueBooks();
      const { campaigns } = await keptBooks(first(), tenant.accountId);
      const credited = campaigns.find(({ campaign_id }) => campaign_id === early.campaignId);
      expect(credited).toMatchObject(kind === 'payment' ? { payment: '10' } : { in_app: '5' });
    },
  );

  /** An attributed install some hours from now, as attribution leaves it. */
  async function installAhead(ids: DeviceIds, { campaignId }: TestCampaign, hours: number): Promise<void> {
    const { clickId } = await clickLink(first(), held.slug);
    await send(first(), tenant, { event_type: 'install', gaid: ids.gaid, click_id: clickId });
    await processQueued(first());
    await first().services.workPool.query(
      `update attributions set campaign_id = $2, installed_at = now() + interval '1 hour' * $3
       where customer_id = $1 and click_id = $4`,
      [tenant.accountId, campaignId, hours, clickId],
    );
  }
});

test('a payment that races its install always ends tied to it and credited', async () => {
  const campaign = await makeCampaign(tenant, 'Spring');
  const clicks = await Promise.all(Array.from({ length: 60 }, () => clickLink(first(), campaign.slug)));
  await withWorkers(async () => {
    const acts = clicks.flatMap(({ clickId }, turn) => {
      const ids = freshDevice();
      const kind = (['gaid', 'android_id', 'user_id', 'service_click_id'] as const)[turn % 4] ?? 'gaid';
      const metadata = { [kind]: kind === 'service_click_id' ? clickId : ids[kind] };
      const refund = {
        event_type: 'refund',
        reference: `r-${turn}`,
        amount: 3,
        original_reference: `p-${turn}`,
      };
      return [
        () => accepted(either(turn), webhook, paid({ reference: `p-${turn}`, metadata })),
        () => accepted(either(turn + 1), webhook, paid(refund)),
        () => send(either(turn), tenant, { event_type: 'install', ...ids, click_id: clickId }),
        () =>
          send(either(turn + 1), tenant, {
            event_type: 'purchase',
            gaid: ids.gaid,
            revenue: 2,
            currency: 'EUR',
          }),
      ];
    });
    await scattered(acts, 400);
  });
  const recorded = await rows();
  expect(recorded).toHaveLength(120);
  for (const row of recorded) expect(row).toMatchObject({ campaign_id: campaign.campaignId });
  const { campaigns } = await keptBooks(first(), tenant.accountId);
  const total = (name: 'in_app' | 'payment') => campaigns.reduce((sum, row) => sum + Number(row[name]), 0);
  expect([total('in_app'), total('payment')]).toEqual([120, 60 * 7]);
  await expectTrueBooks();
}, 120_000);

test('erasing devices while they pay leaves correct books, and no data of theirs', async () => {
  const campaign = await makeCampaign(tenant, 'Spring');
  const devices = Array.from({ length: 30 }, freshDevice);
  for (const ids of devices) await install(first(), tenant, ids, campaign);
  await settleRevenue(first());
  await withWorkers(async () => {
    const acts = devices.flatMap((ids, turn) => {
      const original_reference = `p-${turn}`;
      const metadata = { gaid: ids.gaid, user_id: ids.user_id };
      const device = {
        customerId: tenant.accountId,
        appId: tenant.appId,
        kind: 'gaid',
        value: ids.gaid,
      } as const;
      return [
        () => accepted(either(turn), webhook, paid({ reference: original_reference, metadata })),
        () => accepted(either(turn), webhook, paid({ reference: original_reference, metadata })),
        () =>
          accepted(
            either(turn),
            webhook,
            paid({ event_type: 'refund', reference: `r-${turn}`, original_reference }),
          ),
        () =>
          send(either(turn), tenant, { event_type: 'purchase', gaid: ids.gaid, revenue: 2, currency: 'EUR' }),
        () => eraseDevice(either(turn).services.workPool, device),
      ];
    });
    await scattered(acts, 400);
  });
  await expectTrueBooks();
  for (const { gaid } of devices) {
    const device = { customerId: tenant.accountId, appId: tenant.appId, kind: 'gaid', value: gaid } as const;
    await eraseDevice(first().services.workPool, device);
  }
  await settleRevenue(first());
  expect(
    (await rows()).every(({ device_id, campaign_id }) => device_id === null && campaign_id === null),
  ).toBe(true);
  expect((await keptBooks(first(), tenant.accountId)).campaigns).toEqual([]);
  await expectTrueBooks();
}, 120_000);

test('a whole world with erasures, re-installs and rebuilds in between keeps correct books', async () => {
  const random = seededRandom(11);
  const now = Date.now();
  tenant = await createTenant(first());
  const plan = planRevenue(random, 11, { devices: 30, payments: 60, now });
  const world = await createRevenueWorld(first(), tenant, random, plan);
  const arrivals = arrivalsOf(world, random, now);
  let over = false;
  const disturb = async () => {
    while (!over) {
      const { gaid } = random.pick(plan.devices).ids;
      const device = {
        customerId: tenant.accountId,
        appId: tenant.appId,
        kind: 'gaid',
        value: gaid,
      } as const;
      await eraseDevice(first().services.workPool, device);
      await rebuildRollups(either(1).services.workPool, tenant.accountId);
      await pause(5);
    }
  };
  await withWorkers(async () => {
    let next = 0;
    const disturbing = disturb();
    const lanes = Array.from({ length: 6 }, async (_, lane) => {
      for (let arrival = arrivals[next++]; arrival; arrival = arrivals[next++])
        await sendTo(either(lane), arrival);
    });
    await Promise.all(lanes).finally(() => {
      over = true;
    });
    await disturbing;
  });
  expect((await rows()).filter(({ event_type }) => event_type === 'payment')).toHaveLength(60);
  await expectTrueBooks();
}, 180_000);
