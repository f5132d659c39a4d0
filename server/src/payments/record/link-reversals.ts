import type { ClientBase } from 'pg';
import type { PaymentAlias } from './lock-aliases.ts';
import type { PaymentFact } from './payment-fact.ts';

const WAIT = `
  insert into waiting_reversals (customer_id, provider, alias, payment_event_id)
  select $1, $2, alias, $4 from unnest($3::text[]) as given (alias) order by alias
  on conflict do nothing`;

/** Makes a reversal wait for its payment under the aliases that it names. */
export async function waitForPayment(
  client: ClientBase,
  { customerId, provider }: PaymentFact,
  names: readonly string[],
  reversalId: string,
): Promise<void> {
  if (names.length === 0) return;
  const values = [customerId, provider, names, reversalId];
  await client.query({ name: 'wait-for-payment', text: WAIT, values });
}

const TAKE = `
  delete from waiting_reversals
  where customer_id = $1 and provider = $2 and alias = any($3::text[])
  returning payment_event_id`;

/** Removes and returns the reversals that waited under one of these aliases. */
export async function takeWaiting(
  client: ClientBase,
  { customerId, provider }: PaymentFact,
  names: readonly PaymentAlias[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await client.query<{ payment_event_id: string }>({
    name: 'take-waiting-reversals',
    text: TAKE,
    values: [customerId, provider, names.map(({ alias }) => alias)],
  });
  return [...new Set(rows.map(({ payment_event_id }) => payment_event_id))];
}

/** A link is permanent: a reversal that also waited under other aliases may already have one. */
const LINK = `
  update payments set original_id = $2
  where customer_id = $1 and payment_event_id = any($3::uuid[]) and original_id is null and key_type <> 'payment'`;

/** Links reversals to their payment. All of them are locked (lockPayments); crediting the payment credits them. */
export async function linkReversals(
  client: ClientBase,
  customerId: string,
  paymentId: string,
  reversalIds: readonly string[],
): Promise<void> {
  if (reversalIds.length === 0) return;
  await client.query({ name: 'link-reversals', text: LINK, values: [customerId, paymentId, reversalIds] });
}
