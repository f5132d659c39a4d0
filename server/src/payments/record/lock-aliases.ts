import type { ClientBase } from 'pg';
import type { PaymentFact } from './payment-fact.ts';

/** An alias of a payment, and the payment that it belongs to; null while only reversals have named it. */
export interface PaymentAlias {
  readonly alias: string;
  readonly payment_event_id: string | null;
}

/** An update even if nothing changes, because that locks an existing row and reads its current state. */
const LOCK = `
  insert into payment_aliases as names (customer_id, provider, alias, payment_event_id)
  select $1, $2, alias, $4 from unnest($3::text[]) as given (alias) order by alias
  on conflict (customer_id, provider, alias) do update set payment_event_id = names.payment_event_id
  returning alias, payment_event_id`;

/**
 * Locks the aliases of a payment until the transaction ends, and stores new ones. Every transaction that writes about a
 * payment does so first, so that of two deliveries about one payment the second sees everything that the first did.
 *
 * @param candidate the payment that new aliases will belong to; null for a reversal.
 * @returns each alias in its current state, in the given order.
 */
export async function lockAliases(
  client: ClientBase,
  { customerId, provider }: PaymentFact,
  aliases: readonly string[],
  candidate: string | null,
): Promise<PaymentAlias[]> {
  if (aliases.length === 0) return [];
  const { rows } = await client.query<PaymentAlias>({
    name: 'lock-payment-names',
    text: LOCK,
    values: [customerId, provider, aliases, candidate],
  });
  const named = new Map(rows.map((row) => [row.alias, row]));
  return aliases.flatMap((alias) => named.get(alias) ?? []);
}

const CLAIM = `
  update payment_aliases set payment_event_id = $4
  where customer_id = $1 and provider = $2 and alias = any($3::text[])`;

/** Assigns locked aliases to a payment. */
export async function claimAliases(
  client: ClientBase,
  { customerId, provider }: PaymentFact,
  names: readonly PaymentAlias[],
  paymentEventId: string,
): Promise<void> {
  if (names.length === 0) return;
  await client.query({
    name: 'claim-payment-names',
    text: CLAIM,
    values: [customerId, provider, names.map(({ alias }) => alias), paymentEventId],
  });
}
