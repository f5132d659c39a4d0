import type { ClientBase } from 'pg';
import type { PaymentFact } from './payment-fact.ts';

const HOLD = {
  name: 'hold-paying-app',
  text: 'select privacy_mode from apps where id = $1 for key share',
};

/** Holds an app as `lockApps` does, in the same round trip that tells whether it is in strict privacy mode. */
export async function holdApp(client: ClientBase, appId: string): Promise<{ isStrict: boolean }> {
  const { rows } = await client.query<{ privacy_mode: string }>({ ...HOLD, values: [appId] });
  return { isStrict: rows[0]?.privacy_mode === 'strict' };
}

/** What is recorded of a delivery in strict privacy mode; it is tied by its click or its user alone. */
export function withoutDeviceIds(fact: PaymentFact): PaymentFact {
  const { gaid: _, android_id: __, ...identifiers } = fact.reading.identifiers;
  return { ...fact, reading: { ...fact.reading, identifiers } };
}
