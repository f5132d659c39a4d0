import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { applyDeltas } from '../rollups/apply-deltas.ts';
import { type AwayParts, countCommits, type LeftByCommit } from '../rollups/count-commits.ts';
import type { LinkDelta } from '../rollups/link-delta.ts';
import { startWorkLoop, type WorkLoop } from '../work-loop/work-loop.ts';

export interface ClickCounterParts extends AwayParts {
  readonly pool: Pool;
  readonly log: Logger;
}

/** The number of click commits that are summed before the counters change. */
const COMMITS = 500;
/** No one waits for a counter, and uncounted clicks are added when it is read. In ms. */
const REST_MS = 1000;

/** Locked rows belong to another worker: whichever deletes a row counts it. */
const TAKE = `
  delete from click_count_queue where batch_id in (
    select batch_id from click_count_queue where queued_at <= statement_timestamp()
    limit $1 for update skip locked)
  returning batch_id, deltas`;

/** Adds clicks to the counters of their links. Any number may run, in any number of processes. */
export function startClickCounter({ pool, ...parts }: ClickCounterParts): WorkLoop {
  return startWorkLoop({
    work: async () => (await countClicks(pool, parts)) === COMMITS,
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'clicks could not be counted; it will be retried'),
  });
}

/** Counts the clicks of several commits in one transaction; returns the number of commits. */
export function countClicks(pool: Pool, away: AwayParts = {}): Promise<number> {
  const count = (client: PoolClient, links: readonly LinkDelta[]) => applyDeltas(client, { links });
  return countCommits(pool, { table: 'click_count_queue', take: takeCommits, count }, away);
}

/** The deltas of several commits, in the caller's transaction. */
async function takeCommits(client: PoolClient): Promise<LeftByCommit<LinkDelta>[]> {
  const { rows } = await client.query<LeftByCommit<LinkDelta>>({
    name: 'take-click-counts',
    text: TAKE,
    values: [COMMITS],
  });
  // Deltas from before links were counted by country have none.
  return rows.map(({ batch_id, deltas }) => ({
    batch_id,
    deltas: deltas.map((delta) => ({ ...delta, country: delta.country ?? '' })),
  }));
}
