import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { useService } from '../../testing/use-service.ts';
import { retryParkedSql } from './parked-rows.ts';
import { type Jobs, runJobs, startJobs } from './run-jobs.ts';
import { TEST_QUEUE, type TestJob, testJobs, useTestJobs } from './testing/use-jobs.ts';

const NOON = Date.UTC(2026, 4, 10, 12);
const ONE = 'a0000000-0000-4000-8000-000000000001';
const OTHER = 'b0000000-0000-4000-8000-000000000002';
const SECOND = 1000;

const service = useService();
useTestJobs(service);
let now: number;
beforeEach(() => {
  now = NOON;
});

const { clock, log } = { clock: () => now, log: { warn() {}, error() {} } };
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await service.services.workPool.query<Row>(text, values)).rows;
const run = (jobs: Jobs<TestJob> = testJobs(200), nodes?: { accountsAway: () => Promise<Set<string>> }) =>
  runJobs({ pool: service.services.workPool, log, clock, ...(nodes && { nodes }) }, jobs);

/** Queues a hundred good jobs with one among them that does something else, each a millisecond after the one before. */
async function queueAround(does: string): Promise<void> {
  await query(
    `insert into test_jobs (customer_id, job_id, does, due_at)
     select $1, 'job ' || n, case when n = 50 then $2 else 'goes well' end,
       $3::timestamptz - interval '1 second' + interval '1 millisecond' * n
     from generate_series(0, 100) n`,
    [ONE, does, new Date(NOON).toISOString()],
  );
}
const done = async () =>
  (await query<{ job_id: string }>('select job_id from test_jobs_done order by place')).map(
    ({ job_id }) => job_id,
  );
const left = () =>
  query<{ job_id: string; attempts: number; last_error: string | null; wait: number }>(
    `select job_id, attempts, last_error, (extract(epoch from due_at) * 1000)::float8 - $1::float8 as wait from test_jobs`,
    [now],
  );

describe('one bad job among a hundred good ones', () => {
  test.each([
    ['fails', 'division by zero'],
    ['throws', 'it cannot be read'],
  ])('that %s stands alone at once, and waits', async (does, error) => {
    await queueAround(does);
    expect(await run()).toBe(101);
    expect(new Set(await done()).size).toBe(100);
    const [bad, ...others] = await left();
    expect([bad, others]).toEqual([
      { job_id: 'job 50', attempts: 1, last_error: error, wait: expect.any(Number) },
      [],
    ]);
    expect(bad?.wait).toBeGreaterThanOrEqual(0.75 * SECOND);
    expect(bad?.wait).toBeLessThanOrEqual(SECOND);
  });

  test('for good is parked after eight attempts within minutes, each later than the one before, until it is retried', async () => {
    await queueAround('fails');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await run()).toBeGreaterThan(0);
      const [bad] = await left();
      waits.push(bad?.wait ?? 0);
      now += Math.min(Math.ceil(bad?.wait ?? 0), 1e6);
    }
    expect(waits.at(-1)).toBe(Number.POSITIVE_INFINITY);
    for (const [n, wait] of waits.slice(0, 7).entries())
      expect([wait >= 750 * 2 ** n, wait <= 1000 * 2 ** n]).toEqual([true, true]);
    now += 1e9;
    expect(await run()).toBe(0);
    await query("update test_jobs set does = 'goes well'");
    now = Date.now() + SECOND;
    expect(await query(retryParkedSql(TEST_QUEUE))).toHaveLength(1);
    expect(await run()).toBe(1);
    expect([(await done()).length, await left()]).toEqual([101, []]);
  });

  test('for a moment is done within a minute, once', async () => {
    await queueAround('fails');
    await run();
    now += 15 * SECOND;
    await run();
    await query("update test_jobs set does = 'goes well'");
    now += 15 * SECOND;
    expect(await run()).toBe(1);
    const all = await done();
    expect([all.length, new Set(all).size, await left()]).toEqual([101, 101, []]);
  });

  test('waits as long as whoever failed it says', async () => {
    await queueAround('fails');
    await run(testJobs(200, { waitMs: () => 90 * SECOND }));
    expect(await left()).toMatchObject([{ wait: 90 * SECOND }]);
  });

  test('that can be divided is', async () => {
    await queueAround('fails');
    const divided: string[] = [];
    await run(
      testJobs(200, {
        divide: async (_pool, { job_id }) => {
          divided.push(job_id);
          return true;
        },
      }),
    );
    expect([divided, await left()]).toMatchObject([['job 50'], [{ attempts: 0 }]]);
  });
});

describe('what is away', () => {
  test('the database counts against no job', async () => {
    await queueAround('away');
    await expect(run()).rejects.toMatchObject({ code: '08006' });
    expect(await done()).toEqual([]);
    expect((await left()).filter(({ attempts, wait }) => attempts > 0 || wait > 0)).toEqual([]);
  });

  test('nor does one that is lost while the bad job is looked for', async () => {
    await queueAround('fails');
    const bad = testJobs(200);
    const lost: Jobs<TestJob> = {
      ...bad,
      work: async (client, jobs, at) => {
        if (jobs.length < 30) await client.query('select pg_terminate_backend(pg_backend_pid())');
        await bad.work(client, jobs, at);
      },
    };
    await expect(run(lost)).rejects.toThrow();
    expect((await left()).filter(({ attempts, wait }) => attempts > 0 || wait > 0)).toEqual([]);
  });

  test('the jobs of a node wait ten seconds, without an attempt, and no other does', async () => {
    await queueAround('away');
    await query('update test_jobs set customer_id = $1 where job_id = $2', [OTHER, 'job 50']);
    const nodes = { accountsAway: async () => new Set([OTHER]) };
    expect(await run(testJobs(200), nodes)).toBe(101);
    expect(await run(testJobs(200), nodes)).toBe(100);
    expect(await left()).toMatchObject([{ job_id: 'job 50', attempts: 0, wait: 10 * SECOND }]);
  });
});

test('two instances share the jobs, and do each once', async () => {
  await queueAround('fails');
  const pools = [0, 1].map(() => new Pool({ connectionString: service.databaseUrl, max: 2 }));
  const loops = pools.map((pool) => startJobs({ pool, log, clock, jobs: testJobs(7) }));
  await expect.poll(async () => new Set(await done()).size).toBe(100);
  await Promise.all(loops.map((loop) => loop.stop()));
  await Promise.all(pools.map((pool) => pool.end()));
  expect(await done()).toHaveLength(100);
  expect(await left()).toMatchObject([{ job_id: 'job 50', attempts: 1 }]);
});

test('jobs of an account keep their order', async () => {
  await queueAround('goes well');
  while ((await run(testJobs(9))) > 0);
  expect(await done()).toEqual(Array.from({ length: 101 }, (_, n) => `job ${n}`));
});

test('an account with much to do shares its turns with one that has little', async () => {
  await queueAround('goes well');
  await query(
    "insert into test_jobs (customer_id, job_id, does, due_at) select $1, 'other ' || n, 'goes well', $2 from generate_series(1, 3) n",
    [OTHER, new Date(NOON).toISOString()],
  );
  for (let turn = 0; turn < 2; turn++) await run(testJobs(4, { turns: 'accounts' }));
  expect((await done()).toSorted()).toEqual([
    'job 0',
    'job 1',
    'job 2',
    'job 3',
    'job 4',
    'other 1',
    'other 2',
    'other 3',
  ]);
});

test('what a killed worker was at is done within a second, and nothing of it twice', async () => {
  await queueAround('goes well');
  const fixture = fileURLToPath(new URL('testing/hang.fixture.ts', import.meta.url));
  const worker = spawn(process.execPath, [fixture, service.databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout, 'data');
  expect(await run()).toBe(1);
  const killedAt = performance.now();
  worker.kill('SIGKILL');
  const loop = startJobs({ pool: service.services.workPool, log, clock, jobs: testJobs(200) });
  await expect.poll(async () => (await done()).length, { interval: 20 }).toBe(101);
  const took = performance.now() - killedAt;
  await loop.stop();
  expect(await done()).not.toContain('half done');
  // Polling once a second, and a busy machine besides.
  expect(took).toBeLessThan(3000);
});

test('an id that is none of a row is not in its key', async () => {
  const id = randomUUID();
  await query("insert into test_jobs (customer_id, job_id, does, due_at) values ($1, 'x', 'fails', $2)", [
    id,
    new Date(NOON).toISOString(),
  ]);
  const said: object[] = [];
  const told = { warn() {}, error: (what: object) => void said.push(what) };
  await runJobs({ pool: service.services.workPool, log: told, clock }, testJobs(5));
  expect(said).toMatchObject([{ queue: 'test_jobs', row: { customer_id: id, job_id: 'x' } }]);
});
