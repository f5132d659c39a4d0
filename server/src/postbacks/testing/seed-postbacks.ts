import type { TestService } from '../../testing/test-service.ts';

/** A service, as far as its database goes. */
export interface WithDatabase {
  readonly services: Pick<TestService['services'], 'workPool' | 'clock'>;
}

/** Makes configs of an app straight in the database; without a credential none of them is ever sent to. */
export async function seedConfigs(
  { services }: WithDatabase,
  accountId: string,
  appId: string,
  count: number,
): Promise<string[]> {
  const { rows } = await services.workPool.query<{ id: string }>(
    `insert into ad_network_configs (id, customer_id, app_id, postback_format, channel, event_types, settings,
       created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'network_e_events', 'social_b', '{install}',
       '{"event_source_id": "e", "event_name": "X"}', $4, $4
     from generate_series(1, $3::int)
     returning id`,
    [accountId, appId, count, new Date(services.clock()).toISOString()],
  );
  return rows.map(({ id }) => id);
}

export interface SeededPostbacks {
  readonly accountId: string;
  readonly appId: string;
  readonly configId: string;
  readonly status: 'sent' | 'failed';
}

/** Makes deliveries that are over, each with one attempt, straight in the database. */
export async function seedPostbacks(
  { services }: WithDatabase,
  { accountId, appId, configId, status }: SeededPostbacks,
  count: number,
): Promise<string[]> {
  const at = new Date(services.clock()).toISOString();
  const failure = status === 'failed' ? 'permanent' : null;
  const { rows } = await services.workPool.query<{ postback_id: string }>(
    `insert into postbacks (customer_id, postback_id, config_id, app_id, postback_format, event_type, attribution_id,
       install_id, status, failure_class, sends, attempts, created_at)
     select $1, gen_random_uuid(), $2, $3, 'network_e_events', 'install', gen_random_uuid(), gen_random_uuid(), $4, $5,
       1, 1, $6
     from generate_series(1, $7::int)
     returning postback_id`,
    [accountId, configId, appId, status, failure, at, count],
  );
  const ids = rows.map(({ postback_id }) => postback_id);
  await services.workPool.query(
    `insert into postback_attempts (customer_id, postback_id, attempt, attempted_at, http_status, class, response)
     select $1, id, 1, $3, 400, $4, 'no' from unnest($2::uuid[]) id`,
    [accountId, ids, at, failure],
  );
  return ids;
}
