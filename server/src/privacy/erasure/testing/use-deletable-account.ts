import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { MatrixWorld } from '../../../testing/matrix/matrix-row.ts';
import { createMatrixWorld } from '../../../testing/matrix/matrix-world.ts';
import { serveOverHttp } from '../../../testing/serve-over-http.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { createTenant, type Tenant } from '../../../testing/test-tenant.ts';
import { SETTLE_MS } from '../account/erase-account.ts';
import { processDueErasure } from '../process-erasure.ts';
import { rowsNaming } from './rows-naming.ts';

/** Two instances over HTTP on one database, and for each test an account that it may delete. */
export function useDeletableAccount() {
  let now = Date.now();
  let instances: TestService[] = [];
  let tenant: Tenant;
  let name: string;

  beforeAll(async () => {
    const clock = () => now;
    const first = await serveOverHttp(await startTestService({ clock }));
    const second = await startTestService({ clock, databaseUrl: first.databaseUrl });
    instances = [first, await serveOverHttp(second)];
  });
  beforeEach(async () => {
    now = Date.now();
    await use(await createTenant(first()));
  });
  afterAll(async () => {
    for (const instance of [...instances].reverse()) await instance.close();
  });

  const first = () => instances[0] as TestService;
  const pool = () => first().services.backgroundPool;
  const parts = () => ({ pool: pool(), changes: first().services.changes });
  async function use(used: Tenant): Promise<void> {
    tenant = used;
    const { rows } = await pool().query('select name from accounts where id = $1', [tenant.accountId]);
    name = rows[0].name;
  }

  return {
    first,
    second: () => instances[1] as TestService,
    instances: () => instances,
    pool,
    /** What continues an erasure at the first instance. */
    parts,
    tenant: () => tenant,
    name: () => name,
    now: () => now,
    /** Lets time pass, in ms. */
    pass(ms: number): void {
      now += ms;
    },
    /** Instead of an account that is almost empty, uses one with something of almost everything. */
    async useFullAccount(): Promise<MatrixWorld> {
      const world = await createMatrixWorld(first());
      // Refused events are stored a second later: what the account has would change by itself.
      await first().services.ingest.rejections.flush();
      await use(world.tenant);
      return world;
    },
    deleteAll: (confirm = name, caller = tenant.owner): Promise<Response> =>
      caller.rpc('delete_my_account_data', { p_confirm: confirm }),
    /** Lets time pass until the workers have nothing left to do. */
    async settle(): Promise<void> {
      for (let round = 0; round < 4; round++) {
        now += SETTLE_MS;
        while (await processDueErasure(parts(), now));
      }
    },
    /** How many rows of each table name the account, its app, or another of these ids. */
    held: (...ids: string[]) => rowsNaming(pool(), [tenant.accountId, tenant.appId, ...ids]),
  };
}
