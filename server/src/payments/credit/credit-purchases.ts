import type { ClientBase } from 'pg';
import { type Change, counted, takenBack } from '../../counters/add-to-counters.ts';
import {
  COUNTED_GROUPS,
  countedGroups,
  countedName,
  type InstallGroups,
  listGroups,
} from '../../counters/dimensions.ts';
import { type CountedPurchase, PURCHASES } from '../../counters/facts/purchases.ts';
import { creditedCampaign } from './credited-campaign.ts';

/** Purchases of an account, by app and event. */
export interface PurchaseKeys {
  readonly app_ids: readonly string[];
  readonly event_ids: readonly string[];
}

/** Added to the join: joined alone, it may be planned as a pass over all purchases of the account. */
const NAMED = 'purchases.app_id = any($2::uuid[]) and purchases.event_id = any($3::text[])';

const GIVEN = `
  unnest($2::uuid[], $3::text[]) as given (app_id, event_id)
  join purchases on purchases.customer_id = $1 and purchases.app_id = given.app_id
    and purchases.event_id = given.event_id and ${NAMED}`;

const LOCK = `
  select purchases.event_id from ${GIVEN}
  order by purchases.app_id, purchases.event_id
  for update of purchases`;

/** Locks purchases, in key order. The caller has locked their apps. */
export async function lockPurchases(
  client: ClientBase,
  customerId: string,
  { app_ids, event_ids }: PurchaseKeys,
): Promise<void> {
  const values = [customerId, app_ids, event_ids];
  await client.query({ name: 'lock-purchases', text: LOCK, values });
}

/** A purchase that no campaign brought is counted nowhere. */
const CREDIT = `
  with fact as (
    select distinct purchases.customer_id, purchases.app_id, purchases.event_id, purchases.amount, purchases.currency,
      purchases.counted_day, purchases.counted_campaign_id, purchases.counted_link_id, install.campaign_id,
      install.link_id, ${countedGroups('purchases')}, ${listGroups((name) => `install.${name}`)},
      case when install.campaign_id is not null then (purchases.occurred_at at time zone 'UTC')::date end as day
    from ${GIVEN}
    left join lateral (${creditedCampaign('purchases.device_id', 'purchases.occurred_at', '$1')}) install on true
  ), changed as (
    update purchases set counted_day = fact.day, counted_campaign_id = fact.campaign_id,
      counted_link_id = fact.link_id, ${listGroups((name) => `counted_${name} = fact.${name}`)}
    from fact
    where purchases.customer_id = $1 and purchases.app_id = fact.app_id and purchases.event_id = fact.event_id
      and ${NAMED}
      and (purchases.counted_day, purchases.counted_campaign_id, purchases.counted_link_id, ${countedGroups('purchases')})
        is distinct from (fact.day, fact.campaign_id, fact.link_id, ${listGroups((name) => `fact.${name}`)})
    returning fact.*
  )
  select customer_id, app_id, amount, currency, counted_campaign_id, counted_link_id, campaign_id, link_id,
    to_char(counted_day, 'YYYY-MM-DD') as counted_day, to_char(day, 'YYYY-MM-DD') as day,
    ${countedGroups('changed')}, ${listGroups((name) => `changed.${name}`)}
  from changed`;

interface CreditRow extends CountedPurchase, InstallGroups {
  readonly link_id: string | null;
  readonly day: string | null;
}

/**
 * Credits purchases that the caller has locked in an earlier statement, as of the time that they were made.
 *
 * @returns how the counters change, for addToCounters.
 */
export async function creditPurchases(
  client: ClientBase,
  customerId: string,
  { app_ids, event_ids }: PurchaseKeys,
): Promise<Change[]> {
  const { rows } = await client.query<CreditRow>({
    name: 'credit-purchases',
    text: CREDIT,
    values: [customerId, app_ids, event_ids],
  });
  return [takenBack(PURCHASES, rows), counted(PURCHASES, rows.map(countedNow))];
}

function countedNow(row: CreditRow): CountedPurchase {
  const { day, campaign_id, link_id } = row;
  return {
    ...row,
    counted_day: day,
    counted_campaign_id: campaign_id,
    counted_link_id: link_id,
    ...Object.fromEntries(COUNTED_GROUPS.map((name) => [countedName(name), row[name]])),
  };
}
