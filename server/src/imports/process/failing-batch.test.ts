import { afterEach, beforeEach, expect, test } from 'vitest';
import { loseNode } from '../../testing/lose-node.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processAllImports, startJob, statusOf, upload } from '../testing/import-file.ts';
import { processImports } from './import-worker.ts';

const START = Date.UTC(2026, 4, 1, 12);
let now = START;
beforeEach(() => {
  now = START;
});
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));
afterEach(() => refuse(null));

/** From now on the row of that user cannot be stored; null: all can. */
async function refuse(userId: string | null): Promise<void> {
  const { backgroundPool: pool } = service.services;
  await pool.query('drop function if exists refuse_row cascade');
  if (userId === null) return;
  await pool.query(`
    create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse_row before insert on events for each row
      when (new.user_id = '${userId}') execute function refuse_row();`);
}

async function upload250(): Promise<string> {
  const jobId = await startJob(tenant);
  const rows = Array.from({ length: 250 }, (_, n) => `open,2026-03-01,row-${n}`);
  const file = ['event_type,event_timestamp,user_id', ...rows].join('\n');
  expect((await upload(service, tenant.owner, jobId, file)).status).toBe(200);
  return jobId;
}

/** Processes what is due. @returns in how many ms the job is due again; null if it is over. */
async function dueIn(jobId: string): Promise<number | null> {
  await processAllImports(service);
  const { rows } = await service.services.workPool.query('select due_at from import_jobs where id = $1', [
    jobId,
  ]);
  return rows[0].due_at && rows[0].due_at.getTime() - now;
}

const rowsOf = async (table: string) =>
  (
    await service.services.workPool.query(`select count(*)::int as n from ${table} where customer_id = $1`, [
      tenant.accountId,
    ])
  ).rows[0].n;

test('a batch that fails eight times ends its job; the rows before it stay', async () => {
  await refuse('row-150');
  const jobId = await upload250();
  const waits: (number | null)[] = [];
  for (let wait: number | null = 0; wait !== null; now += wait ?? 0) {
    wait = await dueIn(jobId);
    waits.push(wait);
    if (wait !== null)
      expect(await statusOf(tenant, jobId)).toMatchObject({
        status: 'processing',
        processed_rows: 100,
        progress_pct: 40,
        failure_reason: null,
      });
  }
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, null]);
  const ended = {
    job_id: jobId,
    status: 'failed',
    total_rows: 250,
    processed_rows: 100,
    imported_rows: 100,
    rejected_rows: 0,
    progress_pct: 40,
    errors: [],
    started_at: new Date(now - 254_000).toISOString(),
    completed_at: new Date(now).toISOString(),
    failure_reason: 'rows after row 100 could not be stored; the rows before stay imported',
  };
  expect(await statusOf(tenant, jobId)).toEqual(ended);
  expect([await rowsOf('events'), await rowsOf('import_batches')]).toEqual([100, 0]);

  await refuse(null);
  now += 3_600_000;
  await processAllImports(service);
  expect(await statusOf(tenant, jobId)).toEqual(ended);
  expect(await rowsOf('events')).toBe(100);
});

test('a batch that fails seven times goes on, and delays no other job', async () => {
  await refuse('row-150');
  const jobId = await upload250();
  let wait: number | null = 0;
  for (let failure = 1; failure <= 7; failure++) {
    now += wait ?? 0;
    wait = await dueIn(jobId);
  }
  expect(wait).toBe(128_000);
  const other = await startJob(tenant);
  await upload(service, tenant.owner, other, 'event_type,event_timestamp\nopen,2026-03-01\n');
  now += 127_999;
  await processAllImports(service);
  expect(await statusOf(tenant, other)).toMatchObject({ status: 'completed' });
  expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'processing', processed_rows: 100 });
  // The failures of a batch do not count for the next one.
  await refuse('row-240');
  now += 1;
  expect(await dueIn(jobId)).toBe(2000);
  expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'processing', processed_rows: 200 });
  await refuse(null);
  now += 2000;
  await processAllImports(service);
  expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'completed', imported_rows: 250 });
  expect(await rowsOf('events')).toBe(251);
});

test('rows whose node is away wait, and hold up no others, however long it is', async () => {
  const { workPool: pool, log, clock, config } = service.services;
  const jobId = await upload250();
  let away = new Set([tenant.accountId]);
  const nodes = { accountsAway: async () => away };
  const work = () => processImports({ pool, nodes, log, clock, address: config });
  const comesBack = await loseNode(pool, 'events', tenant.accountId);
  for (let turn = 0; turn < 10; turn++, now += 10_000)
    expect([await work(), await work()]).toEqual([true, false]);
  expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'processing', processed_rows: 0 });
  await comesBack();
  away = new Set();
  while (await work());
  expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'completed', imported_rows: 250 });
});
