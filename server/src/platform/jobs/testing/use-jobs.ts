import type { PoolClient } from 'pg';
import { afterEach, beforeEach } from 'vitest';
import type { TestService } from '../../../testing/test-service.ts';
import { lockRows } from '../claim-rows.ts';
import type { Queue } from '../queues.ts';
import type { Jobs } from '../run-jobs.ts';

/** A job of the tests: `does` says how it ends. */
export interface TestJob {
  readonly customer_id: string;
  readonly job_id: string;
  readonly does: string;
}

export const TEST_QUEUE: Queue = {
  name: 'test_jobs',
  holds: 'jobs of tests',
  key: { customer_id: 'uuid', job_id: 'text' },
  dueAt: 'due_at',
  parkedAt: 'infinity',
  statement: '',
};

const TABLES = `
  create table test_jobs (
    customer_id uuid not null,
    job_id text not null,
    does text not null,
    due_at timestamptz not null,
    attempts integer not null default 0,
    last_error text,
    primary key (customer_id, job_id)
  );
  create table test_jobs_done (place bigint generated always as identity, customer_id uuid, job_id text, by integer)`;

/** Does what the jobs say, and writes down that it is done. */
async function doTestJobs(client: PoolClient, jobs: readonly TestJob[]): Promise<void> {
  const given = [JSON.stringify(jobs)];
  await client.query(
    `insert into test_jobs_done (customer_id, job_id, by)
     select customer_id, job_id, pg_backend_pid() from json_to_recordset($1::json) as given (customer_id uuid, job_id text)`,
    given,
  );
  if (jobs.some(({ does }) => does === 'fails')) await client.query('select 1 / 0');
  if (jobs.some(({ does }) => does === 'throws')) throw new TypeError('it cannot be read\nsecret of a row');
  if (jobs.some(({ does }) => does === 'away'))
    await client.query("do $$ begin raise exception 'gone' using errcode = '08006'; end $$");
  if (jobs.some(({ does }) => does === 'hangs')) await client.query('select pg_sleep(600)');
  await client.query(
    `delete from test_jobs using json_to_recordset($1::json) as given (customer_id uuid, job_id text)
     where test_jobs.customer_id = given.customer_id and test_jobs.job_id = given.job_id`,
    given,
  );
}

/** @param turns as of `lockRows`. */
export function testJobs(
  batch: number,
  more: Partial<Jobs<TestJob>> & { turns?: 'accounts' } = {},
): Jobs<TestJob> {
  const { turns, ...others } = more;
  return {
    queue: TEST_QUEUE,
    claims: lockRows<TestJob>({
      queue: TEST_QUEUE,
      columns: 'customer_id, job_id, does',
      named: `test-jobs-${turns ?? 'in order'}`,
      ...(turns && { turns }),
    }),
    batch,
    work: doTestJobs,
    accountsOf: ({ customer_id }) => [customer_id],
    ...others,
  };
}

/** Makes a queue for each test. */
export function useTestJobs(service: TestService): void {
  beforeEach(() => service.services.workPool.query(TABLES));
  afterEach(() => service.services.workPool.query('drop table test_jobs; drop table test_jobs_done'));
}
