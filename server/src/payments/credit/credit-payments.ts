import type { ClientBase } from 'pg';
import { type COUNTED_GROUPS, countedGroups, listGroups } from '../../rollups/counted-groups.ts';
import { paymentGroupDeltas, type RevenueGroupDelta } from '../../rollups/groups/group-deltas.ts';
import { lockApps } from '../../rollups/lock-apps.ts';
import {
  type CampaignRevenueDelta,
  type CountedPayment,
  paymentCampaignDelta,
  type RevenueDelta,
  revenueDelta,
} from '../../rollups/revenue-delta.ts';
import { creditedInstall } from './credited-campaign.ts';
import { matchedDevice } from './matched-device.ts';

/** A payment or reversal whose credit or count has changed. */
export interface CreditedPayment {
  readonly payment_event_id: string;
  readonly key_type: string;
  readonly device_id: string | null;
  readonly matched_by: string | null;
  readonly campaign_id: string | null;
  /** Whether it was previously tied to a device. */
  readonly was_matched: boolean;
  /** Whether it is now tied to another device than before. */
  readonly moved: boolean;
}

export interface PaymentCredit {
  readonly changed: readonly CreditedPayment[];
  /** For applyDeltas. */
  readonly deltas: {
    readonly revenue: RevenueDelta[];
    readonly campaignRevenue: CampaignRevenueDelta[];
    readonly revenueGroups: RevenueGroupDelta[];
  };
}

const APPS = `
  select app_id from payments where customer_id = $1 and payment_event_id = any($2::uuid[])
  union
  select app_id from payments where customer_id = $1 and original_id = any($2::uuid[])
  union
  select original.app_id from payments reversal
  join payments original on original.customer_id = $1 and original.payment_event_id = reversal.original_id
  where reversal.customer_id = $1 and reversal.payment_event_id = any($2::uuid[])`;

/** The apps of payments, their reversals and their originals: one payment may have been delivered to several apps. */
export async function appsOfPayments(
  client: ClientBase,
  customerId: string,
  paymentIds: readonly string[],
): Promise<string[]> {
  const values = [customerId, paymentIds];
  const { rows } = await client.query<{ app_id: string }>({ name: 'apps-of-payments', text: APPS, values });
  return rows.map(({ app_id }) => app_id);
}

const LOCK = `
  select payment_event_id from payments
  where customer_id = $1 and payment_event_id = any($2::uuid[])
  order by payment_event_id
  for update`;

const LOCK_REVERSALS = `
  select payment_event_id from payments
  where customer_id = $1 and original_id = any($2::uuid[])
  order by payment_event_id
  for update`;

/**
 * Locks the apps of payments, then the payments, then their reversals, each in key order. Linking a reversal requires
 * the lock on its payment, so once that is held there will be no new reversals.
 */
export async function lockPayments(
  client: ClientBase,
  customerId: string,
  paymentIds: readonly string[],
): Promise<void> {
  await lockApps(client, await appsOfPayments(client, customerId, paymentIds));
  const values = [customerId, paymentIds];
  await client.query({ name: 'lock-payments', text: LOCK, values });
  await client.query({ name: 'lock-reversals', text: LOCK_REVERSALS, values });
}

/** Added to each join: with the join alone, the planner may scan all payments of the account. */
const NAMED = 'payments.payment_event_id = any(array(select payment_event_id from member))';

/**
 * A reversal takes the device and the campaign of its original; without an original it has its own. What has no currency
 * yet is not counted: `counts` is null for it.
 */
const CREDIT = `
  with member as (
    select payment_event_id, coalesce(original_id, payment_event_id) as root_id
    from payments where customer_id = $1 and payment_event_id = any($2::uuid[])
    union
    select payment_event_id, original_id from payments where customer_id = $1 and original_id = any($2::uuid[])
  ), root as (
    select payment_event_id as root_id, app_id, amount, currency, service_click_id, gaid, android_id, user_id,
      least(occurred_at, received_at) as paid_at
    from payments where customer_id = $1 and payment_event_id = any(array(select root_id from member))
  ), credit as (
    select root.root_id, root.currency, found.device_id, found.matched_by, install.campaign_id, install.link_id,
      ${listGroups((name) => `install.${name}`)},
      root.amount < (
        select sum(reversal.amount) from payments reversal
        where reversal.customer_id = $1 and reversal.original_id = root.root_id
          and coalesce(reversal.currency, root.currency) = root.currency) as over_refunded
    from root
    left join lateral (${matchedDevice('root')}) found on true
    left join lateral (${creditedInstall('found.device_id', 'root.app_id', 'root.paid_at')}) install on true
  ), known as (
    select payments.customer_id, payments.payment_event_id, payments.app_id, payments.provider, payments.key_type,
      payments.counted_day, payments.counted_currency, payments.counted_amount, payments.counted_matched,
      payments.counted_campaign_id, payments.counted_link_id, payments.counted_double, ${countedGroups('payments')},
      payments.device_id is not null as was_matched,
      payments.device_id is distinct from credit.device_id as moved,
      credit.device_id, credit.matched_by, credit.campaign_id, credit.link_id, payments.amount,
      ${listGroups((name) => `credit.${name}`)},
      coalesce(payments.currency, credit.currency) as currency,
      (payments.received_at at time zone 'UTC')::date as day,
      credit.device_id is not null as matched,
      payments.original_id is null and coalesce(credit.over_refunded, false) as over_refunded
    from member
    join credit on credit.root_id = member.root_id
    join payments on payments.customer_id = $1 and payments.payment_event_id = member.payment_event_id
      and ${NAMED}
  ), fact as (
    select known.*, counts.*
    from known
    left join lateral (
      select known.day as counts_day, known.amount as counts_amount, known.matched as counts_matched,
        known.campaign_id as counts_campaign_id, known.link_id as counts_link_id,
        ${listGroups((name) => `known.${name} as counts_${name}`)}
      where known.currency is not null) counts on true
  ), changed as (
    update payments set currency = fact.currency, device_id = fact.device_id, matched_by = fact.matched_by,
      campaign_id = fact.campaign_id, over_refunded = fact.over_refunded,
      counted_day = fact.counts_day, counted_currency = fact.currency, counted_amount = fact.counts_amount,
      counted_matched = fact.counts_matched, counted_campaign_id = fact.counts_campaign_id,
      counted_link_id = fact.counts_link_id,
      ${listGroups((name) => `counted_${name} = fact.counts_${name}`)},
      counted_double = fact.counted_double and not fact.moved
    from fact
    where payments.customer_id = $1 and payments.payment_event_id = fact.payment_event_id
      and ${NAMED}
      and (payments.currency, payments.device_id, payments.matched_by, payments.campaign_id, payments.over_refunded,
        payments.counted_day, payments.counted_matched, payments.counted_campaign_id, payments.counted_link_id,
        ${countedGroups('payments')})
        is distinct from (fact.currency, fact.device_id, fact.matched_by, fact.campaign_id, fact.over_refunded,
        fact.counts_day, fact.counts_matched, fact.counts_campaign_id, fact.counts_link_id,
        ${listGroups((name) => `fact.counts_${name}`)})
    returning payments.payment_event_id
  )
  select fact.customer_id, fact.payment_event_id, fact.app_id, fact.provider, fact.key_type, was_matched, moved,
    fact.counted_double,
    to_char(counted_day, 'YYYY-MM-DD') as counted_day, counted_currency, counted_amount, counted_matched,
    counted_campaign_id, counted_link_id, device_id, matched_by, campaign_id, currency,
    to_char(counts_day, 'YYYY-MM-DD') as counts_day, counts_amount, counts_matched, counts_campaign_id,
    counts_link_id, ${countedGroups('fact')}, ${listGroups((name) => `fact.counts_${name}`)}
  from fact join changed on changed.payment_event_id = fact.payment_event_id`;

type CountsGroups = Readonly<Record<`counts_${(typeof COUNTED_GROUPS)[number]}`, string | null>>;

interface CreditRow extends CountedPayment, CreditedPayment, CountsGroups {
  readonly currency: string | null;
  readonly counts_day: string | null;
  readonly counts_amount: string | null;
  readonly counts_matched: boolean | null;
  readonly counts_campaign_id: string | null;
  readonly counts_link_id: string | null;
}

/**
 * Recomputes the credit of payments and their reversals from what is known now, and returns how the counters change.
 * The caller has locked them (lockPayments) in an earlier statement, or has just inserted them, so that a row's counted
 * values are current.
 *
 * Whatever the credit depends on (an id, an install, a link between payments) may be committed right after it was read.
 * So every transaction that commits such a thing queues the payments to be credited again (rollups/activity/queue-credits.ts).
 */
export async function creditPayments(
  client: ClientBase,
  customerId: string,
  paymentIds: readonly string[],
): Promise<PaymentCredit> {
  const { rows } = await client.query<CreditRow>({
    name: 'credit-payments',
    text: CREDIT,
    values: [customerId, paymentIds],
  });
  const facts = rows.map((row) => [row, countedNow(row)] as const);
  return {
    changed: rows,
    deltas: {
      revenue: facts.flatMap(([old, now]) => [...revenueDelta(old, -1), ...revenueDelta(now, 1)]),
      campaignRevenue: facts.flatMap(([old, now]) => [
        ...paymentCampaignDelta(old, -1),
        ...paymentCampaignDelta(now, 1),
      ]),
      revenueGroups: facts.flatMap(([old, now]) => [
        ...paymentGroupDeltas(old, -1),
        ...paymentGroupDeltas(now, 1),
      ]),
    },
  };
}

function countedNow(row: CreditRow): CountedPayment {
  return {
    ...row,
    counted_day: row.counts_day,
    counted_currency: row.currency,
    counted_amount: row.counts_amount,
    counted_matched: row.counts_matched,
    counted_campaign_id: row.counts_campaign_id,
    counted_link_id: row.counts_link_id,
    counted_country: row.counts_country,
    counted_app_version: row.counts_app_version,
    counted_os_version: row.counts_os_version,
    counted_device_model: row.counts_device_model,
    counted_channel: row.counts_channel,
    counted_model: row.counts_model,
    counted_double: row.counted_double && !row.moved,
  };
}
