import type { ClientBase } from 'pg';

/**
 * Failed sends in a row after which a network is considered down. Then one delivery at a time is tried; the others wait,
 * which does not count as one of their sends.
 */
export const MANY_FAILURES = 50;
/** Between two tries of a network that is down, in ms. */
const PROBE_EVERY_MS = 60_000;

const COUNT = `
  insert into postback_failures as known (customer_id, config_id, failures, failing_since, next_try_at)
  values ($1, $2, $3, $4, $5)
  on conflict (customer_id, config_id) do update
  set failures = known.failures + excluded.failures, next_try_at = excluded.next_try_at
  returning failures`;

const FORGET = 'delete from postback_failures where customer_id = $1 and config_id = $2';

interface LaneKey {
  readonly customer_id: string;
  readonly config_id: string;
}

/** Counts sends that failed as an outage makes them; answers how many that are in a row. @param now Unix ms. */
export async function countFailures(
  client: ClientBase,
  { customer_id, config_id }: LaneKey,
  failures: number,
  now: number,
): Promise<number> {
  const at = (ms: number) => new Date(ms).toISOString();
  const { rows } = await client.query<{ failures: number }>({
    name: 'count-postback-failures',
    text: COUNT,
    values: [customer_id, config_id, failures, at(now), at(now + PROBE_EVERY_MS)],
  });
  return rows[0]?.failures ?? failures;
}

/** The network answers again. */
export async function forgetFailures(client: ClientBase, { customer_id, config_id }: LaneKey): Promise<void> {
  await client.query({ name: 'forget-postback-failures', text: FORGET, values: [customer_id, config_id] });
}
