import type { CountedGroups } from './counted-groups.ts';

/** What payments add to, or take from, one row of revenue_counts. Amounts are exact decimals in major units, as text. */
export interface RevenueDelta {
  readonly customer_id: string;
  readonly app_id: string;
  /** UTC day, as `2026-01-31`. */
  readonly day: string;
  readonly provider: string;
  readonly currency: string;
  readonly payments: number;
  readonly gross: string;
  readonly refunded: string;
  /** Payments, and the net of payments and reversals, that are tied to a known device. */
  readonly attributed_payments: number;
  readonly attributed: string;
}

/** Stands for no link in the key of campaign_revenue_counts, where nothing may be null. */
export const NO_LINK = '00000000-0000-0000-0000-000000000000';

/** What payments and purchases add to, or take from, one row of campaign_revenue_counts. */
export interface CampaignRevenueDelta {
  readonly customer_id: string;
  readonly app_id: string;
  readonly day: string;
  readonly campaign_id: string;
  /** The link of the install that it is credited to; NO_LINK where that came by none. */
  readonly link_id: string;
  /** Of the device that it is credited to, as two letters; empty where it is not known. */
  readonly country: string;
  readonly currency: string;
  readonly in_app: string;
  /** Net of reversals. */
  readonly payment: string;
  /** Of payments that are likely the same order as a purchase. */
  readonly possible_double: string;
}

/** What the row of a payment or reversal remembers of how it was counted; `counted_day` is null for one that is not. */
export interface CountedPayment extends CountedGroups {
  readonly customer_id: string;
  readonly app_id: string;
  readonly provider: string;
  /** `payment`, or the kind of reversal. */
  readonly key_type: string;
  readonly counted_day: string | null;
  readonly counted_currency: string | null;
  readonly counted_amount: string | null;
  readonly counted_matched: boolean | null;
  readonly counted_link_id: string | null;
  readonly counted_double: boolean;
}

/** What the row of a purchase remembers of how it was counted; it counts for a campaign, or nowhere. */
export interface CountedPurchase extends CountedGroups {
  readonly customer_id: string;
  readonly app_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly counted_day: string | null;
  readonly counted_link_id: string | null;
}

/** The change of a counted payment or reversal: `sign` 1 counts it, -1 takes back exactly what was counted. */
export function revenueDelta(fact: CountedPayment, sign: 1 | -1): RevenueDelta[] {
  const { customer_id, app_id, provider, counted_day, counted_currency, counted_amount } = fact;
  if (counted_day === null || counted_currency === null || counted_amount === null) return [];
  const pays = fact.key_type === 'payment';
  const matched = fact.counted_matched === true;
  const amount = times(sign, counted_amount);
  const refunded = fact.key_type === 'reinstated' ? times(-1, amount) : amount;
  return [
    {
      customer_id,
      app_id,
      day: counted_day,
      provider,
      currency: counted_currency,
      payments: pays ? sign : 0,
      gross: pays ? amount : '0',
      refunded: pays ? '0' : refunded,
      attributed_payments: pays && matched ? sign : 0,
      attributed: matched ? netOf(fact, amount) : '0',
    },
  ];
}

/** The change that a counted payment or reversal makes to its campaign, where it has one. */
export function paymentCampaignDelta(fact: CountedPayment, sign: 1 | -1): CampaignRevenueDelta[] {
  const { customer_id, app_id, counted_day, counted_currency, counted_amount, counted_campaign_id } = fact;
  if (counted_day === null || counted_currency === null || counted_amount === null) return [];
  if (counted_campaign_id === null) return [];
  return [
    {
      customer_id,
      app_id,
      day: counted_day,
      campaign_id: counted_campaign_id,
      link_id: fact.counted_link_id ?? NO_LINK,
      country: fact.counted_country ?? '',
      currency: counted_currency,
      in_app: '0',
      payment: netOf(fact, times(sign, counted_amount)),
      possible_double: fact.counted_double ? times(sign, counted_amount) : '0',
    },
  ];
}

/** The change of a payment that turns out to be likely the same order as a purchase, or no more to be. */
export function doubleRevenueDelta(
  fact: Pick<
    CountedPayment,
    | 'customer_id'
    | 'app_id'
    | 'counted_day'
    | 'counted_currency'
    | 'counted_amount'
    | 'counted_campaign_id'
    | 'counted_link_id'
    | 'counted_country'
  >,
  sign: 1 | -1,
): CampaignRevenueDelta[] {
  const { customer_id, app_id, counted_day, counted_currency, counted_amount, counted_campaign_id } = fact;
  if (counted_day === null || counted_currency === null || counted_amount === null) return [];
  if (counted_campaign_id === null) return [];
  const link_id = fact.counted_link_id ?? NO_LINK;
  const country = fact.counted_country ?? '';
  const key = { customer_id, app_id, day: counted_day, campaign_id: counted_campaign_id, link_id, country };
  const possible_double = times(sign, counted_amount);
  return [{ ...key, currency: counted_currency, in_app: '0', payment: '0', possible_double }];
}

/** The change that a counted purchase makes to its campaign. */
export function purchaseCampaignDelta(fact: CountedPurchase, sign: 1 | -1): CampaignRevenueDelta[] {
  const { customer_id, app_id, currency, amount, counted_day, counted_campaign_id } = fact;
  if (counted_day === null || counted_campaign_id === null) return [];
  const link_id = fact.counted_link_id ?? NO_LINK;
  const country = fact.counted_country ?? '';
  const key = { customer_id, app_id, day: counted_day, campaign_id: counted_campaign_id, link_id, country };
  return [{ ...key, currency, in_app: times(sign, amount), payment: '0', possible_double: '0' }];
}

/** What comes back adds to the net as what is paid does. */
function netOf({ key_type }: CountedPayment, amount: string): string {
  return times(key_type === 'payment' || key_type === 'reinstated' ? 1 : -1, amount);
}

/** The sign that a record's amount has in the net, in SQL. */
export const NET_SIGN = "case when key_type in ('payment', 'reinstated') then 1 else -1 end";

/** Amounts are never made numbers: only their sign changes here, and the database adds them up. */
function times(sign: 1 | -1, amount: string): string {
  if (sign === 1) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
