import type { ClientBase } from 'pg';
import { queuePurchasePostbacks } from '../../postbacks/outbox/queue-purchase-postbacks.ts';
import { type CreditBatch, queueCredit } from '../../rollups/activity/queue-credits.ts';
import { applyDeltas } from '../../rollups/apply-deltas.ts';
import type { RevenueGroupDelta } from '../../rollups/groups/group-deltas.ts';
import { lockApps } from '../../rollups/lock-apps.ts';
import type { CampaignRevenueDelta, RevenueDelta } from '../../rollups/revenue-delta.ts';
import { appsOfPayments, type CreditedPayment, creditPayments, lockPayments } from './credit-payments.ts';
import { creditPurchases, lockPurchases } from './credit-purchases.ts';
import { findAlikePayments, pairCredited } from './pair-credited.ts';

/** A row of credit_queue that the caller's transaction has claimed. */
export interface QueuedCredit extends CreditBatch {
  readonly batch_id: string;
}

/**
 * Credits the payments and purchases of batches in the caller's transaction: locks all apps first, then, account by
 * account, the payments and the purchases; then the counters change, and purchase postbacks are queued.
 *
 * @param now Unix ms.
 */
export async function creditBatches(
  client: ClientBase,
  batches: readonly QueuedCredit[],
  now: number,
): Promise<void> {
  const accounts = [...Map.groupBy(batches, ({ customer_id }) => customer_id)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  await lockApps(client, await appsOf(client, accounts));
  const revenue: RevenueDelta[] = [];
  const campaignRevenue: CampaignRevenueDelta[] = [];
  const revenueGroups: RevenueGroupDelta[] = [];
  const add = (changes: { campaignRevenue: CampaignRevenueDelta[]; revenueGroups: RevenueGroupDelta[] }) => {
    campaignRevenue.push(...changes.campaignRevenue);
    revenueGroups.push(...changes.revenueGroups);
  };
  const moved: [customerId: string, paymentIds: string[]][] = [];
  for (const [customerId, own] of accounts) {
    const paymentIds = [...new Set(own.flatMap(({ payment_ids }) => payment_ids))];
    const purchases = purchasesOf(own);
    const alike = await findAlikePayments(client, customerId, paymentIds, purchases);
    const locked = [...new Set([...paymentIds, ...alike])];
    if (locked.length > 0) await lockPayments(client, customerId, locked);
    if (paymentIds.length > 0) {
      const { changed, deltas } = await creditPayments(client, customerId, paymentIds);
      revenue.push(...deltas.revenue);
      add(deltas);
      moved.push([
        customerId,
        changed.filter(isMovedPayment).map(({ payment_event_id }) => payment_event_id),
      ]);
    }
    if (purchases.event_ids.length > 0) {
      await lockPurchases(client, customerId, purchases);
      add(await creditPurchases(client, customerId, purchases));
    }
    if (alike.length > 0) add(await pairCredited(client, customerId, alike));
  }
  await applyDeltas(client, { revenue, campaignRevenue, revenueGroups });
  for (const [customerId, own] of accounts) {
    const paymentIds = own.flatMap(({ payment_ids }) => payment_ids);
    if (paymentIds.length > 0) await queuePurchasePostbacks(client, customerId, paymentIds, now);
  }
  for (const [customer_id, payment_ids] of moved) {
    if (payment_ids.length === 0) continue;
    await queueCredit(client, { customer_id, payment_ids, app_ids: [], event_ids: [] }, now);
  }
}

/** Its pairing with a purchase of its device needs both to be committed: that is for another pass. */
function isMovedPayment({ key_type, device_id, moved }: CreditedPayment): boolean {
  return key_type === 'payment' && device_id !== null && moved;
}

type Accounts = readonly (readonly [string, readonly QueuedCredit[]])[];

async function appsOf(client: ClientBase, accounts: Accounts): Promise<string[]> {
  const apps: string[] = [];
  for (const [customerId, own] of accounts) {
    apps.push(...own.flatMap(({ app_ids }) => app_ids));
    const paymentIds = own.flatMap(({ payment_ids }) => payment_ids);
    if (paymentIds.length > 0) apps.push(...(await appsOfPayments(client, customerId, paymentIds)));
  }
  return apps;
}

function purchasesOf(batches: readonly QueuedCredit[]) {
  return {
    app_ids: batches.flatMap(({ app_ids }) => app_ids),
    event_ids: batches.flatMap(({ event_ids }) => event_ids),
  };
}
