import { expect } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { type CampaignRevenueRow, keptBooks, type RevenueRow, recordedRows } from './books.ts';
import { makeWebhook } from './payment-webhook.ts';
import { revenueReference } from './revenue/revenue-reference.ts';

/** Runs two instances on one database and gives each test an app with a `generic` webhook. */
export function usePaymentInstances() {
  const first = useService();
  const second = useService({ beside: first });
  const tenant = perTest(() => createTenant(first));
  const webhook = perTest(() => makeWebhook(first, tenant));

  /** Fails unless the counters match the rows. */
  async function expectTrueBooks({ accountId, appId }: Tenant = tenant): Promise<void> {
    const pool = first.services.workPool;
    const question = {
      accountId,
      appIds: [appId],
      from: '2020-01-01',
      to: '2100-01-01',
    };
    const kept = await keptBooks(first, accountId);
    expect(kept.revenue).toEqual(await revenueReference<RevenueRow>(pool, 'revenue', question));
    expect(kept.campaigns).toEqual(await revenueReference<CampaignRevenueRow>(pool, 'campaigns', question));
    expect(await rebuildRollups(pool, accountId)).toMatchObject({ revenue: 0, campaign_revenue: 0 });
  }

  return {
    first,
    second,
    tenant,
    webhook,
    /** Alternates between the instances. */
    either: (turn: number) => (turn % 2 === 0 ? first : second),
    rows: ({ accountId }: Tenant = tenant) => recordedRows(first, accountId),
    expectTrueBooks,
  };
}

/** The payload of a generic payment. */
export const paid = (more: object = {}) => ({ reference: 'p-1', amount: 10, currency: 'EUR', ...more });
