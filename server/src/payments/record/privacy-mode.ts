import type { ClientBase } from 'pg';
import type { PaymentFact } from './payment-fact.ts';

const FIND = 'select privacy_mode from apps where id = $1';

/** Whether an app is in strict privacy mode; the caller holds it, so that it stays so. */
export async function isInStrictMode(client: ClientBase, appId: string): Promise<boolean> {
  const { rows } = await client.query<{ privacy_mode: string }>(FIND, [appId]);
  return rows[0]?.privacy_mode === 'strict';
}

/** What is recorded of a delivery in strict privacy mode; it is tied by its click or its user alone. */
export function withoutDeviceIds(fact: PaymentFact): PaymentFact {
  const { gaid: _, android_id: __, ...identifiers } = fact.reading.identifiers;
  return { ...fact, reading: { ...fact.reading, identifiers } };
}
