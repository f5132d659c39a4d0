import type { ClientBase } from 'pg';
import { type Change, takenBack } from '../../counters/add-to-counters.ts';
import { countedGroups } from '../../counters/dimensions.ts';
import { type CountedPayment, PAYMENTS } from '../../counters/facts/payments.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import { dropPostbacksOf } from '../../postbacks/outbox/drop-postbacks-of.ts';
import { lockPayments, type PaymentRef } from '../credit/lock-payments.ts';
import type { Entry } from './entry.ts';

/** A record, and the one that it duplicates. */
export interface Merge {
  readonly customer_id: string;
  readonly payment_event_id: string;
  readonly into_id: string;
}

const GIVEN = `
  json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, into_id uuid)`;
const OF_GIVEN = `
  payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id`;

/** The first ids reported for a payment are kept, as when it is told again. */
const ADD = `
  update payments set
    service_click_id = case when same.forgotten then null else coalesce(payments.service_click_id, same.service_click_id) end,
    ${['gaid', 'android_id', 'user_id'].map((id) => `${id} = case when same.forgotten then null else coalesce(payments.${id}, same.${id}) end`).join(', ')},
    forgotten = payments.forgotten or same.forgotten,
    occurred_at = least(payments.occurred_at, same.occurred_at)
  from ${GIVEN}
  join payments same on same.customer_id = given.customer_id and same.payment_event_id = given.payment_event_id
  where payments.customer_id = given.customer_id and payments.payment_event_id = given.into_id
    and not payments.forgotten
  returning payments.payment_event_id`;

const MOVE = `
  update payments set original_id = given.into_id from ${GIVEN}
  where payments.customer_id = given.customer_id and payments.original_id = given.payment_event_id
  returning payments.payment_event_id`;

/** A reinstatement that undid the deleted record undoes the kept one. */
const MOVE_UNDONE = `
  update payments set undoes_id = given.into_id from ${GIVEN}
  where payments.customer_id = given.customer_id and payments.undoes_id = given.payment_event_id
    and payments.original_id = any(array(
      select original_id from payments own
      where own.customer_id = given.customer_id and own.payment_event_id = given.payment_event_id))
  returning payments.payment_event_id`;

const REMEMBER = `
  insert into merged_payments (customer_id, payment_event_id, into_id)
  select customer_id, payment_event_id, into_id from ${GIVEN}
  where given.customer_id = given.customer_id
  on conflict do nothing`;

const FORWARD = `
  update merged_payments merged set into_id = given.into_id from ${GIVEN}
  where merged.customer_id = given.customer_id and merged.into_id = given.payment_event_id
  returning merged.payment_event_id`;

const FORGET_WAITING = `
  delete from waiting_reversals waiting using ${GIVEN}
  where waiting.customer_id = given.customer_id and waiting.payment_event_id = given.payment_event_id
  returning waiting.payment_event_id`;

const FORGET_PAYLOADS = `
  delete from payment_payloads kept using ${GIVEN}
  where kept.customer_id = given.customer_id and kept.payment_event_id = given.payment_event_id
  returning kept.payment_event_id`;

const DELETE = `
  with gone as (delete from payments using ${GIVEN} where ${OF_GIVEN} returning payments.*)
  select customer_id, app_id, provider, key_type, to_char(counted_day, 'YYYY-MM-DD') as counted_day, counted_currency,
    counted_amount, counted_matched, counted_campaign_id, counted_link_id, counted_double, ${countedGroups('gone')}
  from gone`;

/**
 * Merges duplicate records, which the caller has locked: the earlier one takes over the ids and the reversals of the others.
 *
 * @returns how the counters change; the earlier ones are to be credited again.
 */
export async function mergeRecords(client: ClientBase, merges: readonly Merge[]): Promise<Change[]> {
  const run = <Row extends object>(name: string, text: string) =>
    queryGiven<Row & Record<string, unknown>>(client, { name, text }, merges);
  await run('merge-payment-ids', ADD);
  await run('move-reversals', MOVE);
  await run('move-undone', MOVE_UNDONE);
  await run('forward-merged-payments', FORWARD);
  await run('remember-merged-payments', REMEMBER);
  await run('forget-waiting-of-merged', FORGET_WAITING);
  await run('forget-payloads-of-merged', FORGET_PAYLOADS);
  const gone = await run<CountedPayment>('delete-merged-payments', DELETE);
  await dropPostbacksOf(client, merges);
  return [takenBack(PAYMENTS, gone)];
}

interface Merged {
  readonly entries: readonly Entry[];
  /** The payments that others were merged into. */
  readonly payments: readonly PaymentRef[];
  readonly changes: readonly Change[];
}

/** Two references that a developer made up are never two names of one payment. */
function namesOne({ provider, reading }: Entry['fact']): boolean {
  return provider !== 'generic' && (reading.kind === 'payment' || !reading.alternatives);
}

/** Merges the recorded payments that one delivery names, into the one that was recorded first. */
export async function mergeKnown(client: ClientBase, entries: readonly Entry[]): Promise<Merged> {
  const several = entries.filter(({ known, fact }) => known.length > 1 && namesOne(fact));
  if (several.length === 0) return { entries, payments: [], changes: [] };
  const merges = several.flatMap(({ fact, known }) => {
    const [into = '', ...others] = known.toSorted();
    return others.map((payment_event_id) => ({
      customer_id: fact.customerId,
      payment_event_id,
      into_id: into,
    }));
  });
  const payments = several.map(({ fact, known }) => ({
    customer_id: fact.customerId,
    payment_event_id: known.toSorted()[0] ?? '',
  }));
  await lockPayments(client, [...merges, ...payments]);
  const changes = await mergeRecords(client, merges);
  const merged = new Set(merges.map(({ payment_event_id }) => payment_event_id));
  return {
    entries: entries.map((entry) => ({
      ...entry,
      known: several.includes(entry) ? entry.known.filter((id) => !merged.has(id)) : entry.known,
    })),
    payments,
    changes,
  };
}
