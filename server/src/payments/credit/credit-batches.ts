import type { ClientBase } from 'pg';
import { queuePurchasePostbacks } from '../../postbacks/outbox/queue-purchase-postbacks.ts';
import { applyDeltas } from '../../rollups/apply-deltas.ts';
import { lockApps } from '../../rollups/lock-apps.ts';
import type { CreditBatch } from '../../rollups/queue-credits.ts';
import type { CampaignRevenueDelta, RevenueDelta } from '../../rollups/revenue-delta.ts';
import { appsOfPayments, creditPayments, lockPayments } from './credit-payments.ts';
import { creditPurchases, lockPurchases } from './credit-purchases.ts';

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
  for (const [customerId, own] of accounts) {
    const paymentIds = [...new Set(own.flatMap(({ payment_ids }) => payment_ids))];
    if (paymentIds.length > 0) {
      await lockPayments(client, customerId, paymentIds);
      const { deltas } = await creditPayments(client, customerId, paymentIds);
      revenue.push(...deltas.revenue);
      campaignRevenue.push(...deltas.campaignRevenue);
    }
    const purchases = purchasesOf(own);
    if (purchases.event_ids.length > 0) {
      await lockPurchases(client, customerId, purchases);
      campaignRevenue.push(...(await creditPurchases(client, customerId, purchases)));
    }
  }
  await applyDeltas(client, { revenue, campaignRevenue });
  for (const [customerId, own] of accounts) {
    const paymentIds = own.flatMap(({ payment_ids }) => payment_ids);
    if (paymentIds.length > 0) await queuePurchasePostbacks(client, customerId, paymentIds, now);
  }
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
