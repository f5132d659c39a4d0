import type { ClientBase } from 'pg';
import { type Change, counted, takenBack } from '../../counters/add-to-counters.ts';
import { COUNTED_GROUPS, countedGroups, countedName, listGroups } from '../../counters/dimensions.ts';
import { type CountedPayment, PAYMENTS } from '../../counters/facts/payments.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import { creditedInstall } from './credited-campaign.ts';
import { GIVEN_PAYMENTS, type PaymentRef } from './lock-payments.ts';
import { matchedDevice } from './matched-device.ts';

/** A payment or reversal whose credit or count changes. */
export interface CreditedPayment extends PaymentRef {
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
  /** For addToCounters. */
  readonly changes: readonly Change[];
}

const ACCOUNT = 'given.customer_id';

/**
 * A reversal takes the app, the device and the campaign of its original; without an original it has its own. What has no currency
 * yet is not counted: `counts` is null for it. Looked up one by one (`offset 0` keeps it so): joined, the planner may scan all
 * payments of the account.
 */
const FIND_CHANGED = `
  with member as (
    select distinct own.customer_id, own.payment_event_id, own.root_id from ${GIVEN_PAYMENTS}
    cross join lateral (
      select customer_id, payment_event_id, coalesce(original_id, payment_event_id) as root_id from payments
      where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
      union all
      select customer_id, payment_event_id, original_id from payments
      where payments.customer_id = given.customer_id and payments.original_id = given.payment_event_id
      offset 0
    ) own
  )
  select known.customer_id, known.payment_event_id, given.root_id, known.app_id, root.app_id as root_app_id, known.provider, known.key_type,
    known.device_id is not null as was_matched, known.device_id is distinct from found.device_id as moved,
    known.counted_double, to_char(known.counted_day, 'YYYY-MM-DD') as counted_day, known.counted_currency,
    known.counted_amount, known.counted_matched, known.counted_campaign_id, known.counted_link_id,
    ${countedGroups('known')}, found.device_id, found.matched_by, install.campaign_id, own.currency,
    own.over_refunded, to_char(counts.day, 'YYYY-MM-DD') as counts_day, counts.amount as counts_amount,
    counts.matched as counts_matched, counts.campaign_id as counts_campaign_id, counts.link_id as counts_link_id,
    ${listGroups((name) => `counts.${name} as counts_${name}`)}
  from member as given
  cross join lateral (
    select * from payments
    where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id offset 0
  ) known
  cross join lateral (
    select payment_event_id, app_id, amount, currency, service_click_id, gaid, android_id, user_id, received_at,
      least(occurred_at, received_at) as paid_at
    from payments
    where payments.customer_id = given.customer_id and payments.payment_event_id = given.root_id offset 0
  ) root
  left join lateral (${matchedDevice('root', ACCOUNT, 'root.received_at')}) found on true
  left join lateral (${creditedInstall('found.device_id', 'root.app_id', 'root.paid_at', ACCOUNT)}) install on true
  cross join lateral (
    select coalesce(known.currency, root.currency) as currency,
      known.original_id is null and coalesce(root.amount < (
        select sum(case when reversal.key_type = 'reinstated' then -reversal.amount else reversal.amount end)
        from payments reversal
        where reversal.customer_id = given.customer_id and reversal.original_id = given.root_id
          and coalesce(reversal.currency, root.currency) = root.currency), false) as over_refunded
  ) own
  left join lateral (
    select (known.received_at at time zone 'UTC')::date as day, known.amount, found.device_id is not null as matched,
      install.campaign_id, install.link_id, ${listGroups((name) => `install.${name}`)}
    where own.currency is not null) counts on true
  where (known.app_id, known.currency, known.device_id, known.matched_by, known.campaign_id, known.over_refunded,
      known.counted_day, known.counted_matched, known.counted_campaign_id, known.counted_link_id,
      ${countedGroups('known')})
    is distinct from (root.app_id, own.currency, found.device_id, found.matched_by, install.campaign_id, own.over_refunded,
      counts.day, counts.matched, counts.campaign_id, counts.link_id, ${listGroups((name) => `counts.${name}`)})`;

type CountsGroups = Readonly<Record<`counts_${(typeof COUNTED_GROUPS)[number]}`, string | null>>;

interface CreditRow extends CountedPayment, CreditedPayment, CountsGroups {
  readonly customer_id: string;
  /** The payment that it reverses, or itself. */
  readonly root_id: string;
  readonly root_app_id: string;
  readonly currency: string | null;
  readonly over_refunded: boolean;
  readonly counts_day: string | null;
  readonly counts_amount: string | null;
  readonly counts_matched: boolean | null;
  readonly counts_campaign_id: string | null;
  readonly counts_link_id: string | null;
}

const TEXTS = ['matched_by', 'currency', ...COUNTED_GROUPS.map((name) => `counts_${name}`)];

/** The caller has begun by index (in-transaction.ts), or has few payments. */
const CHANGE = `
  update payments set app_id = given.root_app_id, currency = given.currency, device_id = given.device_id, matched_by = given.matched_by,
    campaign_id = given.campaign_id, over_refunded = given.over_refunded, counted_day = given.counts_day,
    counted_currency = given.currency, counted_amount = given.counts_amount,
    counted_matched = given.counts_matched, counted_campaign_id = given.counts_campaign_id,
    counted_link_id = given.counts_link_id, ${listGroups((name) => `counted_${name} = given.counts_${name}`)},
    counted_double = payments.counted_double and not given.moved
  from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, root_app_id uuid, device_id uuid,
    campaign_id uuid, over_refunded boolean, counts_day date, counts_amount numeric, counts_matched boolean,
    counts_campaign_id uuid, counts_link_id uuid, moved boolean, ${TEXTS.map((name) => `${name} text`).join(', ')})
  where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id`;

/** Those of these payments, and of their reversals, whose credit is not what follows from what is known now. */
export const findMiscredited = (client: ClientBase, payments: readonly PaymentRef[]) =>
  queryGiven<CreditRow>(client, { name: 'find-miscredited-payments', text: FIND_CHANGED }, payments);

/**
 * Recomputes the credit of payments and their reversals from what is known now, and returns how the counters change.
 * The caller has locked them (lockPayments) in an earlier statement, or has just inserted them, so that a row's counted
 * values are current.
 *
 * Whatever the credit depends on (an id, an install, a link between payments) may be committed right after it was read.
 * So every transaction that commits such a thing queues the payments to be credited again (counters/activity/queue-credits.ts).
 */
export async function creditPayments(
  client: ClientBase,
  payments: readonly PaymentRef[],
): Promise<PaymentCredit> {
  const rows = await findMiscredited(client, payments);
  await queryGiven(client, { name: 'credit-payments', text: CHANGE }, rows);
  return { changed: rows, changes: [takenBack(PAYMENTS, rows), counted(PAYMENTS, rows.map(countedNow))] };
}

function countedNow(row: CreditRow): CountedPayment {
  return {
    ...row,
    app_id: row.root_app_id,
    counted_day: row.counts_day,
    counted_currency: row.currency,
    counted_amount: row.counts_amount,
    counted_matched: row.counts_matched,
    counted_campaign_id: row.counts_campaign_id,
    counted_link_id: row.counts_link_id,
    ...Object.fromEntries(COUNTED_GROUPS.map((name) => [countedName(name), row[`counts_${name}`]])),
    counted_double: row.counted_double && !row.moved,
  };
}
