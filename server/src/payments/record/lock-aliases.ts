import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';

/** A name of a payment, which is unique by account and provider. */
export interface AliasName {
  readonly customer_id: string;
  readonly provider: string;
  readonly alias: string;
}

/** An alias, and the payment that it belongs to; null while only reversals have named it. */
export interface PaymentAlias extends AliasName {
  readonly payment_event_id: string | null;
}

const GIVEN =
  'json_to_recordset($1::json) as given (customer_id uuid, provider text, alias text, payment_event_id uuid)';

/** An update even if nothing changes, because that locks an existing row and reads its current state. */
const LOCK = `
  insert into payment_aliases as names (customer_id, provider, alias, payment_event_id)
  select customer_id, provider, alias, payment_event_id from ${GIVEN}
  order by customer_id, provider, alias
  on conflict (customer_id, provider, alias) do update set payment_event_id = names.payment_event_id
  returning customer_id, provider, alias, payment_event_id`;

/**
 * Locks the aliases of payments until the transaction ends, and stores new ones. Every transaction that writes about a
 * payment does so first, so that of two deliveries about one payment the second sees everything that the first did.
 *
 * @param wanted each with the payment that it will belong to if it is new; null for a reversal. If one is given twice,
 * the first counts.
 * @returns each in its current state, by aliasKey.
 */
export async function lockAliases(
  client: ClientBase,
  wanted: readonly PaymentAlias[],
): Promise<Map<string, PaymentAlias>> {
  const unique = new Map<string, PaymentAlias>();
  for (const alias of wanted) if (!unique.has(aliasKey(alias))) unique.set(aliasKey(alias), alias);
  if (unique.size === 0) return new Map();
  const values = [JSON.stringify([...unique.values()])];
  const { rows } = await client.query<PaymentAlias>({ name: 'lock-payment-names', text: LOCK, values });
  return new Map(rows.map((row) => [aliasKey(row), row]));
}

/** Identifies an alias in maps. */
export const aliasKey = ({ customer_id, provider, alias }: AliasName) =>
  `${customer_id} ${provider} ${alias}`;

const CLAIM = `
  update payment_aliases names set payment_event_id = given.payment_event_id
  from ${GIVEN}
  where names.customer_id = given.customer_id and names.provider = given.provider and names.alias = given.alias`;

/** Assigns locked aliases to payments. */
export async function claimAliases(client: ClientBase, claims: readonly PaymentAlias[]): Promise<void> {
  await queryGiven(client, { name: 'claim-payment-names', text: CLAIM }, claims);
}
