import { randomUUID } from 'node:crypto';
import type { TestService } from '../../../testing/test-service.ts';
import type { Tenant } from '../../../testing/test-tenant.ts';

/** Rows that only exist while something is under way, and rare ones. */
function rowsOf(account: string, app: string, config: string): string[] {
  const other = randomUUID();
  return [
    `credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
     values ('${other}', 'infinity', '${account}', '{}', '{}', '{}')`,
    `event_queue (customer_id, app_id, event_id, event_type, due_at)
     values ('${account}', '${app}', 'waiting', 'open', 'infinity')`,
    `forgotten_events (customer_id, event_hash, forgotten_on) values ('${account}', '${other}', now())`,
    `forgotten_installations (customer_id, app_id, device_key, receipt_id, forgotten_at)
     values ('${account}', '${app}', '${other}', '${other}', now())`,
    `forgotten_days (customer_id, kind, day) values ('${account}', 'events', now())`,
    `deferred_link_uses (customer_id, install_id, used_at) values ('${account}', '${other}', now())`,
    `device_conflicts (customer_id, app_id, device_id, kind, value, other_device_id, event_id, seen_at)
     values ('${account}', '${app}', '${other}', 'gaid', 'g', '${other}', 'e', now())`,
    `device_consents (customer_id, device_key, app_id, stated_at, stated_by)
     values ('${account}', '${other}', '${app}', now(), '${other}')`,
    `import_batches (customer_id, job_id, batch, rows) values ('${account}', '${other}', 1, '[]')`,
    `import_errors (customer_id, job_id, position, row_number, reason)
     values ('${account}', '${other}', 1, 1, 'r')`,
    `postback_failures (customer_id, config_id, failures, failing_since, next_try_at)
     values ('${account}', '${config}', 1, now(), now())`,
    `postback_queue (customer_id, postback_id, config_id, due_at)
     values ('${account}', '${other}', '${config}', 'infinity')`,
    `sdk_configs (customer_id, batch_size, updated_at) values ('${account}', 7, now())`,
    `refund_tellings (customer_id, provider, charge, event, gross)
     values ('${account}', 'provider_c', 'ch_1', 'evt_1', 1)`,
    `failed_refunds (customer_id, provider, reference, amount) values ('${account}', 'provider_a', 'r', 1)`,
    `merged_payments (customer_id, payment_event_id, into_id) values ('${account}', '${other}', '${other}')`,
    `waiting_reversals (customer_id, provider, alias, payment_event_id)
     values ('${account}', 'generic', 'a', '${other}')`,
    `erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     values ('${other}', '${account}', 'device', '${other}', now(), now(),
       '{"installation_id": [], "android_id": ["a1"], "gaid": []}')`,
    `activity_queue (batch_id, due_at, customer_ids, app_ids, device_ids)
     values ('${other}', 'infinity', '{${account}}', '{${app}}', '{${other}}')`,
    `click_count_queue (deltas) values ('[{"customer_id": "${account}"}]')`,
    `event_count_queue (deltas) values ('[{"customer_id": "${account}"}]')`,
    `payment_deliveries (delivery_id, webhook_id, delivered_at, verified, outcome)
     select gen_random_uuid(), id, now(), true, 'recorded' from payment_webhooks where customer_id = '${account}'`,
    `domains (id, customer_id, host, proof, created_at, updated_at)
     values ('${other}', '${account}', '${other}.example', 'p', now(), now())`,
    `link_paths (domain_id, path, link_id, customer_id, created_at)
     select '${other}', '/old', id, '${account}', now() from links where customer_id = '${account}' limit 1`,
  ];
}

/** Puts a row of the account into every table that is empty while the account rests. */
export async function fillQueues(
  { services }: TestService,
  { accountId, appId }: Tenant,
  configId: string,
): Promise<void> {
  for (const row of rowsOf(accountId, appId, configId))
    await services.backgroundPool.query(`insert into ${row}`);
}
