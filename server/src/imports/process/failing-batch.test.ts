import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../run/admin/testing/run-command.ts';
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
afterEach(() => refuse());

/** From now on the rows of those users cannot be stored; without any, all can. */
async function refuse(...userIds: (string | null)[]): Promise<void> {
  const { backgroundPool: pool } = service.services;
  await pool.query('drop function if exists refuse_row cascade');
  if (userIds.length === 0 || userIds[0] === null) return;
  await pool.query(`
    create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse_row before insert on events for each row
      when (new.user_id in (${userIds.map((id) => `'${id}'`).join(', ')})) execute function refuse_row();`);
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

test('a row that fails for good is parked alone; the others are in at once, and `retry` brings it in, once', async () => {
  await refuse('row-150');
  const jobId = await upload250();
  const waits: (number | null)[] = [];
  for (let failure = 1; failure <= 8; failure++) {
    waits.push(await dueIn(jobId));
    expect(await statusOf(tenant, jobId)).toMatchObject({
      status: 'processing',
      processed_rows: 249,
      imported_rows: 249,
      failure_reason: null,
    });
    now += Math.min(waits.at(-1) ?? 0, 1e6);
  }
  expect(waits.at(-1)).toBe(Date.UTC(9999, 11, 31) - (now - 1e6));
  for (const [n, wait] of waits.slice(0, 7).entries()) expect(wait).toBeLessThanOrEqual(1000 * 2 ** n);
  expect([await rowsOf('events'), await rowsOf('import_batches')]).toEqual([249, 1]);
  const { rows } = await service.services.workPool.query(
    'select attempts, last_error from import_jobs where id = $1',
    [jobId],
  );
  expect(rows).toEqual([{ attempts: 8, last_error: 'refused' }]);

  await refuse();
  now = Date.now() + 3_600_000;
  await processAllImports(service);
  expect(await rowsOf('events')).toBe(249);
  expect(await runCommand(service, 'queues', 'retry', 'import_jobs')).toBe(
    'import_jobs: 1 parked rows are tried again',
  );
  await processAllImports(service);
  expect(await statusOf(tenant, jobId)).toMatchObject({
    status: 'completed',
    imported_rows: 250,
    processed_rows: 250,
  });
  expect([await rowsOf('events'), await rowsOf('import_batches')]).toEqual([250, 0]);
});

test('rows that fail for a moment are in within a minute, once, wherever they are', async () => {
  await refuse('row-7', 'row-150', 'row-249');
  const jobId = await upload250();
  const wait = (await dueIn(jobId)) ?? 0;
  expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'processing', processed_rows: 247 });
  await refuse();
  now += wait;
  await processAllImports(service);
  expect(wait).toBeLessThan(60_000);
  expect(await statusOf(tenant, jobId)).toMatchObject({
    status: 'completed',
    imported_rows: 250,
    errors: [],
  });
  expect(await rowsOf('events')).toBe(250);
});

test('an import that is parked is listed, and can be ended', async () => {
  await refuse('row-150');
  const jobId = await upload250();
  for (let failure = 1; failure <= 8; failure++) now += Math.min((await dueIn(jobId)) ?? 0, 1e6);
  const listed = await tenant.owner.rpc('list_import_jobs', { p_app_id: tenant.appId });
  expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining(jobId)]);
  const ended = await tenant.owner.rpc('cancel_import_job', { p_job_id: jobId });
  expect([ended.status, await rowsOf('import_batches')]).toEqual([
    ended.status < 300 ? ended.status : 200,
    0,
  ]);
  expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'failed', failure_reason: 'cancelled' });
});

test('a file of an account does not wait for the many of another', async () => {
  const other = await createTenant(service);
  for (let file = 0; file < 30; file++) {
    const id = await startJob(other);
    await upload(service, other.owner, id, 'event_type,event_timestamp\nopen,2026-03-01\n');
  }
  now += 1000;
  const jobId = await upload250();
  const { workPool: pool, log, clock, config: address } = service.services;
  let turns = 0;
  while ((await statusOf(tenant, jobId)).status !== 'completed' && turns < 33) {
    await processImports({ pool, log, clock, address });
    turns++;
  }
  // Each turn is drawn between two accounts: in 30 of them three are its own but once in a million times.
  expect(turns).toBeLessThan(31);
  await processAllImports(service);
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
