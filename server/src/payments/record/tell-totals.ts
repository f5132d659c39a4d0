import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { ReversalReading } from '../providers/payment-provider.ts';
import type { Entry, Told } from './entry.ts';
import { siblingsOf } from './siblings-of.ts';

/** How an event's total compares with what is recorded. */
interface Total {
  readonly entry_id: string;
  readonly is_told: boolean;
  /** The total and what had come back of the charge by then: the sum of all refunds that there were. */
  readonly gross: string;
  /** The part of that which is not recorded. */
  readonly missing: string;
  readonly is_missing: boolean;
}

/**
 * A total no longer contains refunds that had failed before its event. Within the same second, or without times, a refund counts
 * as failed before if the refund itself was recorded by then.
 */
const COMPARE = `
  select given.entry_id, exists (
      select 1 from refund_tellings told
      where told.customer_id = given.customer_id and told.provider = given.provider and told.charge = given.charge
        and told.event = given.event) as is_told,
    (given.total + line.back)::text as gross, trim_scale(given.total + line.back - line.refunded)::text as missing,
    given.total + line.back > line.refunded as is_missing
  from json_to_recordset($1::json) as given (customer_id uuid, entry_id uuid, provider text, known uuid, names text[],
    charge text, event text, total numeric, told_at timestamptz)
  cross join lateral (
    select coalesce(sum(own.amount) filter (where own.key_type = 'refund'), 0) as refunded,
      coalesce(sum(own.amount) filter (where own.undoes = 'refund' and (own.occurred_at < given.told_at
        or coalesce(own.occurred_at = given.told_at, true) and own.undoes_id is not null)), 0) as back
    from payments own
    where own.customer_id = given.customer_id and own.payment_event_id = any(array(${siblingsOf('given')}))
    offset 0) line`;

const TELL = `
  insert into refund_tellings (customer_id, provider, charge, event, told_at, gross)
  select customer_id, provider, charge, event, told_at, gross
  from json_to_recordset($1::json) as given (customer_id uuid, provider text, charge text, event text,
    told_at timestamptz, gross numeric)
  where given.customer_id = given.customer_id
  order by customer_id, provider, charge, event
  on conflict do nothing`;

/**
 * Compares the totals in events with what is recorded of their charges, and stores them, since a later event may change what they
 * meant. The charges' aliases are locked.
 *
 * @returns by the id of each entry, the part of its total that is new.
 */
export async function tellTotals(
  client: ClientBase,
  entries: readonly Entry<ReversalReading>[],
): Promise<Map<string, Told>> {
  const given = entries.map(({ id, fact, known }) => ({
    customer_id: fact.customerId,
    entry_id: id,
    provider: fact.provider,
    known: known[0] ?? null,
    names: fact.reading.originalAliases,
    charge: fact.reading.charge ?? '',
    event: fact.reading.toldBy ?? '',
    total: fact.reading.amount,
    told_at: toTime(fact.reading.occurredAt),
  }));
  const totals = await queryGiven<Total>(client, { name: 'compare-refund-totals', text: COMPARE }, given);
  const byEntry = new Map(totals.map((total) => [total.entry_id, total]));
  const untold = given.flatMap((one) => {
    const total = byEntry.get(one.entry_id);
    return total && !total.is_told ? { ...one, gross: total.gross } : [];
  });
  await queryGiven(client, { name: 'tell-refund-totals', text: TELL }, untold);
  return new Map(
    entries.map(({ id, fact, recorded }): [string, Told] => {
      const total = byEntry.get(id);
      if (!total || total.is_told || !total.is_missing) return [id, { isKnown: true }];
      // Another refund brought the charge to the same total before it failed.
      const reference = recorded ? fact.reading.toldBy : undefined;
      return [id, { isKnown: false, amount: total.missing, ...(reference && { reference }) }];
    }),
  );
}

const toTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Totals of a time after a refund failed no longer include it. */
const FAIL = `
  update refund_tellings told set gross = told.gross + given.amount
  from json_to_recordset($1::json) as given (customer_id uuid, provider text, charge text, amount numeric,
    failed_at timestamptz)
  where told.customer_id = given.customer_id and told.provider = given.provider and told.charge = given.charge
    and told.told_at > given.failed_at
  returning told.customer_id, told.provider, told.charge`;

const MISSING = `
  select given.entry_id, told.event, trim_scale(told.gross - line.refunded)::text as missing
  from json_to_recordset($1::json) as given (customer_id uuid, entry_id uuid, provider text, known uuid, names text[],
    charge text)
  cross join lateral (
    select event, gross from refund_tellings
    where refund_tellings.customer_id = given.customer_id and refund_tellings.provider = given.provider
      and refund_tellings.charge = given.charge
    order by gross desc, event limit 1) told
  cross join lateral (
    select coalesce(sum(own.amount), 0) as refunded from payments own
    where own.customer_id = given.customer_id and own.key_type = 'refund'
      and own.payment_event_id = any(array(${siblingsOf('given')}))
    offset 0) line
  where told.gross > line.refunded`;

/** A refund that was mistaken for an earlier one, which is now known to have failed before it. */
export interface MissingRefund {
  readonly entry_id: string;
  /** The event that reported it. */
  readonly event: string;
  readonly missing: string;
}

/** Finds refunds that are missing once it is known that recorded refunds of the same charge have failed. */
export async function failRefunds(
  client: ClientBase,
  entries: readonly Entry<ReversalReading>[],
): Promise<MissingRefund[]> {
  const given = entries.flatMap(({ id, fact, known }) => {
    const { charge, originalAliases, amount, occurredAt } = fact.reading;
    if (charge === undefined) return [];
    return {
      customer_id: fact.customerId,
      entry_id: id,
      provider: fact.provider,
      known: known[0] ?? null,
      names: originalAliases,
      charge,
      amount,
      failed_at: toTime(occurredAt),
    };
  });
  const changed = await queryGiven(client, { name: 'fail-refund-totals', text: FAIL }, given);
  if (changed.length === 0) return [];
  return queryGiven<MissingRefund>(client, { name: 'find-missing-refunds', text: MISSING }, given);
}
