import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { eraseNow } from '../../privacy/erasure/testing/erase-now.ts';
import { startWorkers, type Workers } from '../../run/assembly/workers.ts';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { randomFor } from '../../testing/random.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { keptBooks, settleRevenue } from '../testing/books.ts';
import { freshDevice, install, makeCampaign } from '../testing/paying-device.ts';
import { accepted, makeWebhook } from '../testing/payment-webhook.ts';
import { planRevenue } from '../testing/revenue/revenue-plan.ts';
import { arrivalsOf, createRevenueWorld, sendTo } from '../testing/revenue/revenue-world.ts';
import { paid, usePaymentInstances } from '../testing/use-payment-instances.ts';

const { first, second, tenant, webhook, either, rows, expectTrueBooks } = usePaymentInstances();

async function withWorkers(act: () => Promise<void>): Promise<void> {
  const workers: Workers[] = [first, second].map(({ services }) => startWorkers(services));
  await act().finally(() => Promise.all(workers.map((worker) => worker.stop())));
  await settleRevenue(first);
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
    const { revenue } = await keptBooks(first, tenant.accountId);
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
    const to = await makeWebhook(first, tenant, 'provider_c');
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
          id: `ch_${turn}`,
          amount_captured: 500,
          payment_intent: `pi_${turn}`,
          paid: true,
          captured: true,
        }),
        event('invoice.paid', {
          id: `in_${turn}`,
          amount_paid: 500,
          payment_intent: `pi_${turn}`,
          charge: `ch_${turn}`,
        }),
        event('checkout.session.completed', {
          id: `cs_${turn}`,
          amount_total: 500,
          payment_intent: `pi_${turn}`,
          mode: 'payment',
          payment_status: 'paid',
          metadata: { user_id: `user-${turn}` },
        }),
      ];
    };
    const acts = Array.from({ length: 40 }, (_, turn) =>
      of(turn).map((payload, at) => () => accepted(either(turn + at), to, payload)),
    );
    await scattered(acts.flat(), 120);
    const { rows: kept } = await first.services.workPool.query(
      'select amount::text, user_id from payments where customer_id = $1',
      [tenant.accountId],
    );
    const expected = Array.from({ length: 40 }, (_, turn) => ({ amount: '5', user_id: `user-${turn}` }));
    const byUser = (a: { user_id: string }, b: { user_id: string }) => (a.user_id < b.user_id ? -1 : 1);
    expect(kept.sort(byUser)).toEqual(expected.sort(byUser));
    await expectTrueBooks();
  }, 60_000);
});

test('a payment that races its install always ends tied to it and credited', async () => {
  const campaign = await makeCampaign(tenant, 'Spring');
  const clicks = await Promise.all(Array.from({ length: 60 }, () => clickLink(first, campaign.slug)));
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
  const { campaigns } = await keptBooks(first, tenant.accountId);
  const total = (name: 'in_app' | 'payment') => campaigns.reduce((sum, row) => sum + Number(row[name]), 0);
  expect([total('in_app'), total('payment')]).toEqual([120, 60 * 7]);
  await expectTrueBooks();
}, 120_000);

test('erasing devices while they pay leaves correct books, and no data of theirs', async () => {
  const campaign = await makeCampaign(tenant, 'Spring');
  const devices = Array.from({ length: 30 }, freshDevice);
  for (const ids of devices) await install(first, tenant, ids, campaign);
  await settleRevenue(first);
  await withWorkers(async () => {
    const acts = devices.flatMap((ids, turn) => {
      const original_reference = `p-${turn}`;
      const metadata = { gaid: ids.gaid, user_id: ids.user_id };
      const device = {
        customerId: tenant.accountId,
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
        () => eraseNow(either(turn).services, device),
      ];
    });
    await scattered(acts, 400);
  });
  await expectTrueBooks();
  for (const { gaid } of devices) {
    const device = { customerId: tenant.accountId, kind: 'gaid', value: gaid } as const;
    await eraseNow(first.services, device);
  }
  await settleRevenue(first);
  expect(
    (await rows()).every(({ device_id, campaign_id }) => device_id === null && campaign_id === null),
  ).toBe(true);
  expect((await keptBooks(first, tenant.accountId)).campaigns).toEqual([]);
  await expectTrueBooks();
}, 120_000);

test('a whole world with erasures, re-installs and rebuilds in between keeps correct books', async () => {
  const random = randomFor(11);
  const now = Date.now();
  // The tenant of each test has a webhook of a provider that this world makes one of itself.
  const own = await createTenant(first);
  const plan = planRevenue(random, 11, { devices: 30, payments: 60, now });
  const world = await createRevenueWorld(first, own, random, plan);
  const arrivals = arrivalsOf(world, random, now);
  let over = false;
  const disturb = async () => {
    while (!over) {
      const { gaid } = random.pick(plan.devices).ids;
      const device = {
        customerId: own.accountId,
        kind: 'gaid',
        value: gaid,
      } as const;
      await eraseNow(first.services, device);
      await rebuildRollups(either(1).services.workPool, own.accountId);
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
  expect((await rows(own)).filter(({ event_type }) => event_type === 'payment')).toHaveLength(60);
  await expectTrueBooks(own);
}, 180_000);
