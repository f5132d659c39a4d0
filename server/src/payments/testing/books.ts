import { processActivity } from '../../counters/activity/activity-worker.ts';
import { processQueued } from '../../testing/attributed-app.ts';
import type { TestService } from '../../testing/test-service.ts';
import { processCredits } from '../credit/credit-worker.ts';

/** The part of a service that gives access to its database. */
export interface WithPool {
  readonly services: Pick<TestService['services'], 'workPool'>;
}

/** Lets the workers finish everything that is queued. */
export async function settleRevenue(service: TestService): Promise<void> {
  const { workPool: pool, log, clock } = service.services;
  let found: number;
  do {
    await processQueued(service);
    found = (await processActivity({ pool, log, clock })) + (await processCredits({ pool, log, clock }));
  } while (found > 0);
}

/** A payment or reversal as recorded; ids that differ from run to run are left out. */
export interface RecordedRow {
  readonly app_id: string;
  readonly provider: string;
  readonly reference: string;
  readonly event_type: string;
  readonly amount: string;
  readonly currency: string | null;
  /** The reference of its payment. */
  readonly original: string | null;
  readonly over_refunded: boolean;
  readonly matched_by: string | null;
  readonly device_id: string | null;
  readonly campaign_id: string | null;
}

const ROWS = `
  select fact.app_id, fact.provider, fact.reference, fact.event_type, trim_scale(fact.amount)::text as amount,
    fact.currency, original.reference as original, fact.over_refunded, fact.matched_by, fact.device_id,
    fact.campaign_id
  from payments fact
  left join payments original on original.customer_id = fact.customer_id
    and original.payment_event_id = fact.original_id
  where fact.customer_id = $1
  order by fact.provider, fact.reference, fact.key_type`;

/** The payments of an account, as they are stored. */
export async function recordedRows({ services }: WithPool, accountId: string): Promise<RecordedRow[]> {
  return (await services.workPool.query<RecordedRow>(ROWS, [accountId])).rows;
}

const REVENUE = `
  select app_id, day::text, provider, currency, payments::int, trim_scale(gross)::text as gross,
    trim_scale(refunded)::text as refunded, attributed_payments::int, trim_scale(attributed)::text as attributed
  from revenue_counts
  where customer_id = $1 and (payments, gross, refunded, attributed) <> (0, 0, 0, 0)
  order by 1, 2, 3, 4`;

const CAMPAIGNS = `
  select app_id, day::text, campaign_id, currency, trim_scale(sum(in_app))::text as in_app,
    trim_scale(sum(payment))::text as payment
  from campaign_revenue_counts
  where customer_id = $1
  group by app_id, day, campaign_id, currency
  having (sum(in_app), sum(payment)) <> (0, 0)
  order by 1, 2, 3, 4`;

export interface RevenueRow {
  readonly app_id: string;
  readonly day: string;
  readonly provider: string;
  readonly currency: string;
  readonly payments: number;
  readonly gross: string;
  readonly refunded: string;
  readonly attributed_payments: number;
  readonly attributed: string;
}

export interface CampaignRevenueRow {
  readonly app_id: string;
  readonly day: string;
  readonly campaign_id: string;
  readonly currency: string;
  readonly in_app: string;
  readonly payment: string;
}

/** The revenue counters of an account, without rows that are all zero. */
export interface Books {
  readonly revenue: readonly RevenueRow[];
  readonly campaigns: readonly CampaignRevenueRow[];
}

/** The counters of an account, without the rows that came back to zero. */
export async function keptBooks({ services }: WithPool, accountId: string): Promise<Books> {
  const revenue = await services.workPool.query<RevenueRow>(REVENUE, [accountId]);
  const campaigns = await services.workPool.query<CampaignRevenueRow>(CAMPAIGNS, [accountId]);
  return { revenue: revenue.rows, campaigns: campaigns.rows };
}
