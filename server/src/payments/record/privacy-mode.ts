import type { ClientBase } from 'pg';
import type { PaymentFact } from './payment-fact.ts';

const HOLD = 'select id, privacy_mode from apps where id = any($1::uuid[]) order by id for key share';

/**
 * Locks apps as `lockApps` does, and reads in the same round trip which are in strict privacy mode.
 *
 * @param busy `skip` leaves out those that someone has locked exclusively; `wait` waits for them.
 * @returns whether each is, by its id.
 */
export async function holdApps(
  client: ClientBase,
  appIds: readonly string[],
  busy: 'skip' | 'wait',
): Promise<Map<string, { isStrict: boolean }>> {
  const { rows } = await client.query<{ id: string; privacy_mode: string }>({
    name: `hold-paying-apps-${busy}`,
    text: busy === 'skip' ? `${HOLD} skip locked` : HOLD,
    values: [[...new Set(appIds)]],
  });
  return new Map(rows.map(({ id, privacy_mode }) => [id, { isStrict: privacy_mode === 'strict' }]));
}

/** The delivery as it is recorded in strict privacy mode, in which it is tied to a device by its click or its user alone. */
export function withoutDeviceIds(fact: PaymentFact): PaymentFact {
  const { gaid: _, android_id: __, ...identifiers } = fact.reading.identifiers;
  return { ...fact, reading: { ...fact.reading, identifiers } };
}
