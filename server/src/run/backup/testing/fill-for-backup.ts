import type { TestService } from '../../../testing/test-service.ts';
import { createTenant } from '../../../testing/test-tenant.ts';

/** Makes a tenant, and rows that only an exact copy equals. */
export async function fillForBackup(service: TestService): Promise<void> {
  const { accountId, appId } = await createTenant(service);
  await service.services.workPool.query(
    `insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp,
       sdk_version, fingerprint_hash, ip_network, event_properties, revenue)
     select $1, $2, 'e' || n, 'custom', to_timestamp(1.123456 * n), '0044-03-15 BC', n,
       E'tab\\t back\\\\slash\\nline é \\\\N', '\\x00ff5c4e0a', '10.0.0.0/8', repeat('x', 10000), 1e20 + n / 7.0
     from generate_series(1, 300) n`,
    [accountId, appId],
  );
  await service.services.workPool.query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids)
     values (gen_random_uuid(), 'infinity', array[$1, null]::uuid[], '{}')`,
    [accountId],
  );
}
