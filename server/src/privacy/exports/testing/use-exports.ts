import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { perSuite, perTest } from '../../../testing/per-suite.ts';
import { serveOverHttp } from '../../../testing/serve-over-http.ts';
import { startTestService, TEST_ANON_KEY } from '../../../testing/test-service.ts';
import { createTenant, type Tenant } from '../../../testing/test-tenant.ts';
import { createExports } from '../create-exports.ts';

/** An account's data as a document. */
interface Exported {
  readonly exported_at: number;
  readonly totals: Record<string, number>;
  readonly [table: string]: unknown;
}

/** For the tests of the calling file a service with a folder of its own, which listens, and for each test a tenant. */
export function useExports() {
  const folder = perSuite(
    async () => ({ path: await mkdtemp(join(tmpdir(), 'tributary-exports-')) }),
    ({ path }) => rm(path, { recursive: true }),
  );
  const service = perSuite(
    async () => serveOverHttp(await startTestService({ env: { DATA_DIR: folder.path } })),
    (started) => started.close(),
  );
  const tenant = perTest(() => createTenant(service));

  /** The document that the procedure answers. */
  async function exported(args: object = {}, of: Tenant = tenant): Promise<Exported> {
    const response = await of.owner.rpc('export_my_account_data', args);
    const text = await response.text();
    expect([response.status, text.slice(0, 200)]).toMatchObject([200, expect.any(String)]);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    return JSON.parse(text);
  }

  /** Stores events without the way through ingest. */
  async function storeEvents(count: number, properties = '{"a":1}'): Promise<void> {
    await service.services.backgroundPool.query(
      `insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp,
         sdk_version, gaid, event_properties, revenue)
       select $1, $2, 'event-' || lpad(n::text, 8, '0'), 'custom', now(), now(), 1, 'test', gen_random_uuid()::text,
         $4, 1.50
       from generate_series(1, $3) as n`,
      [tenant.accountId, tenant.appId, count, properties],
    );
  }

  return {
    folder,
    service,
    tenant,
    /** Headers that make a request the tenant's. */
    headers: () => ({ apikey: TEST_ANON_KEY, authorization: `Bearer ${tenant.owner.token}` }),
    exported,
    storeEvents,
    /** Exports beside the service's own, with limits of their own. */
    openExports: (limits: object = {}) =>
      createExports({
        databaseUrl: service.databaseUrl,
        folder: folder.path,
        log: service.services.log,
        clock: Date.now,
        limits,
      }),
  };
}
