import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { type AliasName, aliasKey } from './lock-aliases.ts';

/** A reversal that waits under a name of its payment. */
export interface WaitingReversal extends AliasName {
  readonly payment_event_id: string;
}

const GIVEN =
  'json_to_recordset($1::json) as given (customer_id uuid, provider text, alias text, payment_event_id uuid)';
const OF_ALIAS = `
  waiting.customer_id = given.customer_id and waiting.provider = given.provider and waiting.alias = given.alias`;

const WAIT = `
  insert into waiting_reversals (customer_id, provider, alias, payment_event_id)
  select customer_id, provider, alias, payment_event_id from ${GIVEN}
  order by customer_id, provider, alias, payment_event_id
  on conflict do nothing`;

/** Makes reversals wait for their payments under the aliases that they name. */
export async function waitForPayments(
  client: ClientBase,
  waiting: readonly WaitingReversal[],
): Promise<void> {
  if (waiting.length === 0) return;
  await client.query({ name: 'wait-for-payments', text: WAIT, values: [JSON.stringify(waiting)] });
}

/** A waiting reversal may have found its payment under another of its names: then this is a name of that payment too. */
const FIND = `
  select waiting.customer_id, waiting.provider, waiting.alias, waiting.payment_event_id, (
      select original_id from payments
      where payments.customer_id = given.customer_id and payments.payment_event_id = waiting.payment_event_id
        and payments.provider <> 'generic') as original_id
  from ${GIVEN} join waiting_reversals waiting on ${OF_ALIAS}`;

const TAKE = `
  delete from waiting_reversals waiting using ${GIVEN} where ${OF_ALIAS}
  returning waiting.customer_id, waiting.provider, waiting.alias, waiting.payment_event_id`;

/** The reversals that wait under these aliases, which are locked, by aliasKey. */
export async function findWaiting(
  client: ClientBase,
  names: readonly AliasName[],
): Promise<Map<string, FoundWaiting[]>> {
  const statement = { name: 'find-waiting-reversals', text: FIND };
  return Map.groupBy(await queryGiven<FoundWaiting>(client, statement, names), aliasKey);
}

/** A reversal that waits, and its payment if it has found it under another name. */
export interface FoundWaiting extends WaitingReversal {
  readonly original_id: string | null;
}

const NAMES = `
  select waiting.customer_id, waiting.provider, waiting.alias, waiting.payment_event_id
  from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid)
  join waiting_reversals waiting on waiting.customer_id = given.customer_id
    and waiting.payment_event_id = given.payment_event_id
  join payments on payments.customer_id = given.customer_id
    and payments.payment_event_id = given.payment_event_id
    and (payments.provider <> 'generic' or payments.key_type <> 'reinstated')`;

/** All names under which these reversals wait, except those of a developer's reinstatement, of which only one is right. */
export const findOtherNames = (client: ClientBase, waiting: readonly WaitingReversal[]) =>
  queryGiven<WaitingReversal>(client, { name: 'find-names-of-waiting', text: NAMES }, waiting);

/** Removes them. */
export const takeWaiting = (client: ClientBase, names: readonly AliasName[]) =>
  queryGiven(client, { name: 'take-waiting-reversals', text: TAKE }, names);

/** A reversal and the payment that it is of. */
export interface ReversalLink {
  readonly customer_id: string;
  readonly payment_event_id: string;
  readonly original_id: string;
}

/** A link is permanent: a reversal that also waited under other aliases may already have one. */
const LINK = `
  update payments set original_id = given.original_id
  from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, original_id uuid)
  where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
    and payments.original_id is null and payments.key_type <> 'payment'`;

/**
 * Links reversals to their payments; a reversal that is given twice is linked to the first. All of them are locked
 * (lockPayments); crediting the payments credits them.
 */
export async function linkReversals(client: ClientBase, links: readonly ReversalLink[]): Promise<void> {
  const first = new Map<string, ReversalLink>();
  for (const link of links) if (!first.has(link.payment_event_id)) first.set(link.payment_event_id, link);
  await queryGiven(client, { name: 'link-reversals', text: LINK }, [...first.values()]);
}
