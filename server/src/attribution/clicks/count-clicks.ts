import type { Pool, PoolClient } from 'pg';
import { added, addToCounters } from '../../counters/add-to-counters.ts';
import {
  type CountingParts,
  countingOf,
  type LeftByCommit,
  toJobParts,
} from '../../counters/count-commits.ts';
import { LINK_COUNTS, type LinkContribution } from '../../counters/declared/link-counts.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import { type JobParts, runJobs, startJobs } from '../../platform/jobs/run-jobs.ts';
import type { WorkLoop } from '../../platform/jobs/work-loop.ts';

/** The number of click commits that are summed before the counters change. */
const COMMITS = 500;
/** Locked rows belong to another worker: whichever deletes a row counts it. */
const TAKE = `
  delete from click_count_queue where batch_id in (
    select batch_id from click_count_queue where queued_at <= statement_timestamp()
    limit $1 for update skip locked)
  returning batch_id, deltas`;

const COUNTING = countingOf<LinkContribution>({
  queue: QUEUES.click_count_queue,
  batch: COMMITS,
  take: takeCommits,
  // Deltas from before links were counted by country have none.
  count: (client, deltas) =>
    addToCounters(client, [
      added(
        LINK_COUNTS,
        deltas.map((delta) => ({ ...delta, country: delta.country ?? '' })),
      ),
    ]),
});

/** Adds clicks to the counters of their links. Any number may run, in any number of processes. */
export function startClickCounter(parts: JobParts): WorkLoop {
  return startJobs({ ...parts, jobs: COUNTING });
}

/** Counts the clicks of several commits in one transaction; returns the number of commits. */
export function countClicks(pool: Pool, parts: CountingParts = {}): Promise<number> {
  return runJobs(toJobParts(pool, parts), COUNTING);
}

/** The deltas of several commits, in the caller's transaction. */
async function takeCommits(client: PoolClient, limit: number): Promise<LeftByCommit<LinkContribution>[]> {
  const values = [limit];
  return (
    await client.query<LeftByCommit<LinkContribution>>({ name: 'take-click-counts', text: TAKE, values })
  ).rows;
}
