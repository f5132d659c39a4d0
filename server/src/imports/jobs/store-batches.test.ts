import { expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { startJob } from '../testing/import-file.ts';
import { storeBatches } from './store-batches.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const BATCHES = Array.from({ length: 25 }, (_, n) =>
  JSON.stringify([{ row: n, values: { a: `it's \\ ${n}` } }]),
);

test('rows are stored unchanged and in order, and are no part of the statement', async () => {
  const { orm, backgroundPool: pool } = service.services;
  const job = { id: await startJob(tenant), customerId: tenant.accountId };
  const statement = await orm.em.fork().transactional(async (em) => {
    const [session] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
    await storeBatches(em, job, BATCHES);
    // Of a session that is idle it is the last one.
    const last = 'select query from pg_stat_activity where pid = $1';
    return (await pool.query<{ query: string }>(last, [session?.pid])).rows[0]?.query;
  });
  expect(statement).toMatch(/^\s*insert into "?import_batches/);
  expect(statement).not.toMatch(/it's|it''s/);
  const stored =
    'select batch, rows from import_batches where customer_id = $1 and job_id = $2 order by batch';
  const { rows } = await pool.query(stored, [job.customerId, job.id]);
  expect(rows).toEqual(BATCHES.map((text, batch) => ({ batch, rows: text })));
});
