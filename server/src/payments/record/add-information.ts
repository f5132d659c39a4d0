import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { Conflict } from './conflict.ts';
import type { Plan } from './plan-recording.ts';

/** A later delivery's view of a recorded payment. */
interface Said {
  readonly customer_id: string;
  readonly payment_event_id: string;
  readonly app_id: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly service_click_id: string | undefined;
  readonly gaid: string | undefined;
  readonly android_id: string | undefined;
  readonly user_id: string | undefined;
  /** Unix ms. */
  readonly occurred_at: number | null;
}

const GIVEN = `
  json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, app_id uuid, amount numeric,
    currency text, service_click_id uuid, gaid text, android_id text, user_id text, occurred_at bigint)`;

/**
 * Finds ids that the record lacks and earlier times (a linked reversal has both, and its app, from its payment), and contradictions.
 * A currency that is missing on either side contradicts nothing.
 */
const LOOK = `
  select given.payment_event_id as "paymentEventId", known.app_id as "appId", known.amount::text as amount,
    known.currency, known.original_id is null and known.app_id <> given.app_id as "otherApp",
    known.amount <> given.amount or coalesce(known.currency <> given.currency, false) as "otherAmount",
    not known.forgotten and known.original_id is null and (
      (known.service_click_id is null and given.service_click_id is not null)
      or (known.gaid is null and given.gaid is not null)
      or (known.android_id is null and given.android_id is not null)
      or (known.user_id is null and given.user_id is not null)
      or coalesce(known.occurred_at > to_timestamp(given.occurred_at / 1000.0), false)
      or (known.occurred_at is null and given.occurred_at is not null)) as "addsInformation"
  from ${GIVEN}
  cross join lateral (
    select * from payments
    where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
    offset 0) known`;

/** The first ids reported for a payment are kept, and the earliest time, in whatever order they arrive. */
const ADD = `
  update payments set
    service_click_id = coalesce(payments.service_click_id, given.service_click_id),
    gaid = coalesce(payments.gaid, given.gaid), android_id = coalesce(payments.android_id, given.android_id),
    user_id = coalesce(payments.user_id, given.user_id),
    occurred_at = least(payments.occurred_at, to_timestamp(given.occurred_at / 1000.0))
  from ${GIVEN}
  where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
    and not payments.forgotten
  returning payments.payment_event_id`;

interface Looked {
  readonly paymentEventId: string;
  readonly appId: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly otherApp: boolean;
  readonly otherAmount: boolean;
  readonly addsInformation: boolean;
}

/** How a repeat compares with the record that it repeats. */
export interface Comparison {
  readonly conflict: Conflict | null;
  readonly addsInformation: boolean;
}

/** Compares repeats with the records that they repeat; no two are about the same record. @returns by the record's id. */
export async function compareRepeats(
  client: ClientBase,
  repeats: readonly Plan[],
): Promise<Map<string, Comparison>> {
  const rows = await queryGiven<Looked>(
    client,
    { name: 'compare-payment-repeats', text: LOOK },
    repeats.map(toSaid),
  );
  const cumulative = new Set(repeats.filter(isCumulative).map(({ recordId }) => recordId));
  return new Map(
    rows.map(({ paymentEventId, otherApp, otherAmount: differs, addsInformation, ...recorded }) => {
      // The record of a cumulative amount has only its increase, so the two always differ.
      const otherAmount = differs && !cumulative.has(paymentEventId);
      const conflict = otherApp || otherAmount ? { paymentEventId, otherApp, otherAmount, recorded } : null;
      return [paymentEventId, { conflict, addsInformation }];
    }),
  );
}

/**
 * Adds what other deliveries know about recorded payments that are locked, above all an id of their device. Their app, amount
 * and currency stay as first recorded.
 *
 * @returns the ids of those that something was added to.
 */
export async function addInformation(client: ClientBase, repeats: readonly Plan[]): Promise<Set<string>> {
  const statement = { name: 'add-payment-information', text: ADD };
  const rows = await queryGiven<{ payment_event_id: string }>(client, statement, repeats.map(toSaid));
  return new Set(rows.map(({ payment_event_id }) => payment_event_id));
}

function isCumulative({ entry }: Plan): boolean {
  const { reading } = entry.fact;
  return reading.kind === 'reversal' && reading.cumulative;
}

function toSaid({ entry, recordId }: Plan): Said {
  const { customerId, appId, reading } = entry.fact;
  const { service_click_id, gaid, android_id, user_id } = reading.identifiers;
  return {
    customer_id: customerId,
    payment_event_id: recordId,
    app_id: appId,
    amount: reading.amount,
    currency: reading.currency,
    service_click_id,
    gaid,
    android_id,
    user_id,
    occurred_at: reading.occurredAt,
  };
}
