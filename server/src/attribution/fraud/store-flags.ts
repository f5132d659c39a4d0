import type { ClientBase } from 'pg';
import type { FraudFlag } from '../../fraud-rules/fraud-rule.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';

/** An install and the rules that fired on it. */
export interface FlaggedInstall {
  readonly customer_id: string;
  readonly app_id: string;
  readonly install_id: string;
  readonly flags: readonly FraudFlag[];
}

const STORE = `
  insert into fraud_flags (customer_id, install_id, rule, flag_id, app_id, rule_version, score, signals, flagged_at)
  select customer_id, install_id, rule, flag_id, app_id, rule_version, score, signals, $2
  from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid, rule text, flag_id uuid, app_id uuid,
    rule_version int, score smallint, signals jsonb)
  order by customer_id, install_id, rule
  on conflict (customer_id, install_id, rule) do nothing`;

/**
 * Stores flags, one for each rule and install: a rule that fires again changes nothing.
 *
 * @param now Unix ms.
 */
export async function storeFlags(
  client: ClientBase,
  installs: readonly FlaggedInstall[],
  now: number,
): Promise<void> {
  const rows = installs.flatMap(({ customer_id, app_id, install_id, flags }) =>
    flags.map(({ rule, version, score, signals }) => ({
      customer_id,
      app_id,
      install_id,
      rule,
      flag_id: timeOrderedId(now),
      rule_version: version,
      score,
      signals,
    })),
  );
  if (rows.length === 0) return;
  const values = [JSON.stringify(rows), new Date(now).toISOString()];
  await client.query({ name: 'insert-fraud-flags', text: STORE, values });
}
