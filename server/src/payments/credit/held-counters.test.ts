import { beforeEach, describe, expect, test } from 'vitest';
import { processActivity } from '../../counters/activity/activity-worker.ts';
import { clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { keptBooks, settleRevenue } from '../testing/books.ts';
import {
  type DeviceIds,
  freshDevice,
  install,
  makeCampaign,
  type TestCampaign,
} from '../testing/paying-device.ts';
import { accepted } from '../testing/payment-webhook.ts';
import { paid, usePaymentInstances } from '../testing/use-payment-instances.ts';
import { processCredits } from './credit-worker.ts';

const { first, tenant, webhook, rows, expectTrueBooks } = usePaymentInstances();

describe('what is committed while a transaction waits for a counter', () => {
  // So that there are counters to lock.
  const held = perTest(() => makeCampaign(tenant, 'Held'));
  const parts = () => {
    const { workPool: pool, log, clock } = first.services;
    return { pool, log, clock };
  };
  const untilQueued = async () => {
    await processQueued(first);
    while ((await processActivity(parts())) > 0);
  };

  /** Runs something while all revenue counters of the tenant are locked, as by a slow transaction. */
  async function whileCountersAreHeld(act: () => Promise<void>): Promise<void> {
    const holder = await first.services.workPool.connect();
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
    const { rows: found } = await first.services.workPool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return found[0]?.n ?? 0;
  };
  const untilWaiting = (sessions: number) => expect.poll(waiting).toBe(sessions);

  beforeEach(async () => {
    const ids = freshDevice();
    await install(first, tenant, ids, held);
    await accepted(first, webhook, paid({ reference: 'p-0', metadata: { gaid: ids.gaid } }));
    await send(first, tenant, { event_type: 'purchase', gaid: ids.gaid, revenue: 2, currency: 'EUR' });
    await settleRevenue(first);
  });

  test('is seen by the payment afterwards: its install arrived after the look-up of its ids', async () => {
    const campaign = await makeCampaign(tenant, 'Spring');
    const ids = freshDevice();
    let delivered: Promise<unknown> = Promise.resolve();
    await whileCountersAreHeld(async () => {
      delivered = accepted(first, webhook, paid({ metadata: { gaid: ids.gaid } }));
      await untilWaiting(1);
      await install(first, tenant, ids, campaign);
      // The payment is not visible yet, so nothing is queued for it.
      await untilQueued();
      expect(await processCredits(parts())).toBe(0);
    });
    expect(await delivered).toMatchObject({ matched: false });
    await settleRevenue(first);
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
      if (kind === 'payment') await accepted(first, webhook, paid({ metadata: { gaid: ids.gaid } }));
      else await send(first, tenant, { event_type: 'purchase', gaid: ids.gaid, revenue: 5, currency: 'EUR' });
      await settleRevenue(first);

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
      const { campaigns } = await keptBooks(first, tenant.accountId);
      const credited = campaigns.find(({ campaign_id }) => campaign_id === early.campaignId);
      expect(credited).toMatchObject(kind === 'payment' ? { payment: '10' } : { in_app: '5' });
    },
  );

  /** An attributed install some hours from now, as attribution leaves it. */
  async function installAhead(ids: DeviceIds, { campaignId }: TestCampaign, hours: number): Promise<void> {
    const { clickId } = await clickLink(first, held.slug);
    await send(first, tenant, { event_type: 'install', gaid: ids.gaid, click_id: clickId });
    await processQueued(first);
    await first.services.workPool.query(
      `update attributions set campaign_id = $2, installed_at = now() + interval '1 hour' * $3
       where customer_id = $1 and click_id = $4`,
      [tenant.accountId, campaignId, hours, clickId],
    );
  }
});
