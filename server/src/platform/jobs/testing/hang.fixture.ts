import { Pool } from 'pg';
import { runJobs } from '../run-jobs.ts';
import { testJobs } from './use-jobs.ts';

/** A worker that says when it is in the middle of its jobs, and then never ends. */
const pool = new Pool({ connectionString: process.argv[2] });
const log = { warn() {}, error() {} };
const jobs = testJobs(100, {
  work: async (client) => {
    await client.query("insert into test_jobs_done (job_id) values ('half done')");
    process.stdout.write('working\n');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  },
});
await runJobs({ pool, log, clock: Date.now }, jobs);
