import type { ClientBase } from 'pg';
import { countedGroups, listGroups } from '../../counters/dimensions.ts';
import type { CountedPayment } from '../../counters/facts/payments.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import { creditedInstall } from '../credit/credited-campaign.ts';
import { matchedDevice } from '../credit/matched-device.ts';
import type { EventType, PaymentRow } from './payment-fact.ts';

/** A payment or reversal to store. */
export interface NewPayment extends PaymentRow {
  /** The payment that it reverses; null while that has not arrived, and for a payment. */
  readonly original_id: string | null;
  /** The reversal that it undoes, where it is known. */
  readonly undoes_id: string | null;
}

/** A payment or reversal that was stored, as it is counted. */
export interface InsertedPayment extends CountedPayment {
  readonly payment_event_id: string;
  readonly event_type: EventType;
  readonly matched_by: string | null;
}

const ACCOUNT = 'given.customer_id';
/** Left out of a reversal whose payment no longer has them, since its device was erased. */
const IDS = ['service_click_id', 'gaid', 'android_id', 'user_id'];
const PAID_AT = 'least(to_timestamp(given.occurred_at / 1000.0), to_timestamp(given.received_at / 1000.0))';

/**
 * Whether a refund is partial is determined by its payment's amount in the same currency; if there is none to compare with, it
 * counts as full.
 *
 * A reversal is of the app of its payment, whichever app's webhook it came to: a provider may tell several of one account.
 *
 * Payments, and reversals without one, are credited as they are stored (credit/credit-payments.ts says how), so that each row is
 * written once. The condition that an account's id equals itself tells Citus that a new row is of the same account as the given one.
 */
const INSERT = `
  with inserted as (
    insert into payments (customer_id, payment_event_id, app_id, provider, reference, key_type, event_type, amount,
      currency, occurred_at, received_at, original_id, undoes, undoes_id, service_click_id, gaid, android_id, user_id, device_id,
      matched_by, campaign_id, counted_day, counted_currency, counted_amount, counted_matched, counted_campaign_id,
      counted_link_id, ${listGroups((name) => `counted_${name}`)})
    select given.customer_id, given.payment_event_id, coalesce(original.app_id, given.app_id), given.provider, given.reference, given.key_type,
      case when given.event_type <> 'refund_by_amount' then given.event_type
           when coalesce(given.currency, original.currency) = original.currency and given.amount < original.amount
             then 'partial_refund'
           else 'refund' end,
      given.amount, given.currency, to_timestamp(given.occurred_at / 1000.0),
      to_timestamp(given.received_at / 1000.0), original.payment_event_id, given.undoes, given.undoes_id, ${IDS.map((id) => `case when original.forgotten then null else given.${id} end`).join(', ')},
      found.device_id, found.matched_by, install.campaign_id,
      counts.day, case when counts.day is not null then given.currency end,
      case when counts.day is not null then given.amount end,
      case when counts.day is not null then found.device_id is not null end,
      case when counts.day is not null then install.campaign_id end,
      case when counts.day is not null then install.link_id end,
      ${listGroups((name) => `case when counts.day is not null then install.${name} end`)}
    from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, app_id uuid, provider text,
      reference text, key_type text, event_type text, amount numeric, currency text, occurred_at bigint,
      received_at bigint, service_click_id uuid, gaid text, android_id text, user_id text, original_id uuid,
      undoes text, undoes_id uuid)
    left join lateral (
      select payment_event_id, app_id, amount, currency, forgotten from payments
      where payments.customer_id = given.customer_id and payments.payment_event_id = given.original_id
      limit 1) original on true
    cross join lateral (
      select case when given.original_id is null and given.currency is not null
        then (to_timestamp(given.received_at / 1000.0) at time zone 'UTC')::date end as day) counts
    left join lateral (${matchedDevice('given', ACCOUNT, 'to_timestamp(given.received_at / 1000.0)')}) found on given.original_id is null
    left join lateral (${creditedInstall('found.device_id', 'given.app_id', PAID_AT, ACCOUNT)}) install on true
    where given.customer_id = given.customer_id
    order by given.customer_id, given.provider, given.reference, given.key_type
    on conflict (customer_id, provider, reference, key_type) do nothing
    returning customer_id, payment_event_id, app_id, provider, key_type, event_type, matched_by, counted_day,
      counted_currency, counted_amount, counted_matched, counted_campaign_id, counted_link_id, counted_double,
      ${listGroups((name) => `counted_${name}`)})
  select customer_id, payment_event_id, app_id, provider, key_type, event_type, matched_by,
    to_char(counted_day, 'YYYY-MM-DD') as counted_day, counted_currency, counted_amount, counted_matched,
    counted_campaign_id, counted_link_id, counted_double, ${countedGroups('inserted')}
  from inserted`;

/**
 * Stores payments and reversals; those that have no original are credited, and are to be counted as they are returned.
 *
 * @returns by payment_event_id, those that were stored: not those whose reference is already recorded.
 */
export async function insertPayments(
  client: ClientBase,
  rows: readonly NewPayment[],
): Promise<Map<string, InsertedPayment>> {
  const inserted = await queryGiven<InsertedPayment>(client, { name: 'insert-payments', text: INSERT }, rows);
  return new Map(inserted.map((row) => [row.payment_event_id, row]));
}
