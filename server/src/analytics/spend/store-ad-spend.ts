import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Decimal } from '../../platform/values/money/decimal.ts';

/** What a campaign cost on a day in a currency; unique by campaign, day and currency within a call. */
export interface DaySpend {
  readonly campaignId: string;
  readonly date: string;
  readonly currency: string;
  readonly amount: Decimal;
}

/** A day's spend now and before; null if nothing was recorded before. */
export interface StoredSpend {
  readonly id: string;
  readonly campaign_id: string;
  readonly day: string;
  readonly currency: string;
  readonly amount: string;
  readonly before: string | null;
}

/**
 * Locks the rows before reading the previous amounts, so that each of two concurrent corrections reports what it
 * replaced.
 */
const LOCK = `
  select campaign_id, to_char(day, 'YYYY-MM-DD') as day, currency, amount::text as amount
  from ad_spend
  where customer_id = ? and (campaign_id, day, currency) in (
    select campaign_id, date, currency
    from json_to_recordset(?::json) as given (campaign_id uuid, date date, currency text))
  order by campaign_id, day, currency
  for update`;

const STORE = `
  insert into ad_spend (id, customer_id, campaign_id, day, currency, amount, source, created_at, updated_at)
  select id, ?, campaign_id, date, currency, amount, ?, ?::timestamptz, ?::timestamptz
  from json_to_recordset(?::json) as given (id uuid, campaign_id uuid, date date, currency text, amount numeric)
  order by campaign_id, date, currency
  on conflict (customer_id, campaign_id, day, currency) do update set
    amount = excluded.amount, source = excluded.source, updated_at = excluded.updated_at
  returning id, campaign_id, to_char(day, 'YYYY-MM-DD') as day, currency, amount::text as amount`;

/**
 * Records what campaigns cost, replacing amounts of the same campaign, day and currency. Runs in the caller's
 * transaction.
 *
 * @param source where the amounts come from.
 * @param now Unix ms.
 */
export async function storeAdSpend(
  em: EntityManager,
  customerId: string,
  spends: readonly DaySpend[],
  source: string,
  now: number,
): Promise<StoredSpend[]> {
  const rows = JSON.stringify(
    spends.map(({ campaignId, ...spend }) => ({ id: randomUUID(), campaign_id: campaignId, ...spend })),
  );
  const at = new Date(now).toISOString();
  const before: Omit<StoredSpend, 'before'>[] = await em.execute(LOCK, [customerId, rows]);
  const amountBefore = new Map(before.map((row) => [keyOf(row), row.amount]));
  const stored: Omit<StoredSpend, 'before'>[] = await em.execute(STORE, [customerId, source, at, at, rows]);
  return stored.map((row) => ({ ...row, before: amountBefore.get(keyOf(row)) ?? null }));
}

function keyOf({
  campaign_id,
  day,
  currency,
}: Pick<StoredSpend, 'campaign_id' | 'day' | 'currency'>): string {
  return `${campaign_id} ${day} ${currency}`;
}
