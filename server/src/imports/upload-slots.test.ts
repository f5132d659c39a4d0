import { expect, test } from 'vitest';
import { inTransaction } from '../group-commit/in-transaction.ts';
import { perTest } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { startJob, upload } from './testing/import-file.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const FILE = 'event_type,installed_at\ninstall,2026-03-01T10:00:00Z\n';
/** Is refused as soon as it is read. */
const EMPTY = '';

test('two uploads run at a time and sixteen wait; one more is told to come later', async () => {
  const { backgroundPool: pool } = service.services;
  const jobs = [await startJob(tenant), await startJob(tenant)];
  const idle = await startJob(tenant);
  const answers: { status: number; retryAfter: string | null }[] = [];
  const send = async (jobId: string, file: string) => {
    const { status, headers } = await upload(service, tenant.owner, jobId, file);
    answers.push({ status, retryAfter: headers.get('retry-after') });
  };
  const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

  const sending = await inTransaction(pool, async (client) => {
    await client.query('select from import_jobs where id = any($1) for update', [jobs]);
    const running = jobs.map((jobId) => send(jobId, FILE));
    await expect.poll(async () => (await pool.query(blocked)).rowCount, { timeout: 5000 }).toBe(2);
    const waiting = Array.from({ length: 17 }, () => send(idle, EMPTY));
    await expect.poll(() => answers, { timeout: 5000 }).toEqual([{ status: 503, retryAfter: '5' }]);
    return [...running, ...waiting];
  });
  await Promise.all(sending);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, ...Array(16).fill(400), 503]);
  await send(idle, FILE);
  expect(answers.at(-1)?.status).toBe(200);
});
