import type { ClientBase } from 'pg';
import type { PaymentFact } from './payment-fact.ts';

/** A name of a payment, and the payment that it is known to name; null while only reversals have named it. */
export interface PaymentName {
  readonly alias: string;
  readonly payment_event_id: string | null;
}

/** Also where nothing changes it is an update: that is what locks a row that is there already, and reads it as it is now. */
const LOCK = `
  insert into payment_aliases as names (customer_id, provider, alias, payment_event_id)
  select $1, $2, alias, $4 from unnest($3::text[]) as given (alias) order by alias
  on conflict (customer_id, provider, alias) do update set payment_event_id = names.payment_event_id
  returning alias, payment_event_id`;

/**
 * Locks the names of a payment until the transaction ends, and keeps those that are new. Whoever writes of a payment does
 * so before anything else, so that of two deliveries about one payment the second sees all of the first.
 *
 * @param candidate the payment that names nobody has used before are to be of; null for a reversal.
 * @returns each name as it is now, in the order given.
 */
export async function lockNames(
  client: ClientBase,
  { customerId, provider }: PaymentFact,
  aliases: readonly string[],
  candidate: string | null,
): Promise<PaymentName[]> {
  if (aliases.length === 0) return [];
  const { rows } = await client.query<PaymentName>({
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

/** Says of names that are locked whose they are. */
export async function claimNames(
  client: ClientBase,
  { customerId, provider }: PaymentFact,
  names: readonly PaymentName[],
  paymentEventId: string,
): Promise<void> {
  if (names.length === 0) return;
  await client.query({
    name: 'claim-payment-names',
    text: CLAIM,
    values: [customerId, provider, names.map(({ alias }) => alias), paymentEventId],
  });
}
