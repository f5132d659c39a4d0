import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../errors/is-database-away.ts';
import { bisectFailures } from '../store/group-commit/bisect-failures.ts';
import { inTransaction } from '../store/group-commit/in-transaction.ts';
import { retryConflicts } from '../store/group-commit/retry-conflicts.ts';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../store/split-away.ts';
import type { Claims } from './claim-rows.ts';
import { deferRow, putOffRows } from './defer-rows.ts';
import { type KeyedRow, keyOf } from './keyed-rows.ts';
import type { Queue } from './queues.ts';
import { startWorkLoop, type WorkLoop } from './work-loop.ts';

/** What jobs are run with. */
export interface JobParts {
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several. */
  readonly nodes?: KnowsAway;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Unix ms. */
  readonly clock: () => number;
}

/** A queue and what is done with its rows. */
export interface Jobs<Row extends KeyedRow> {
  readonly queue: Queue;
  readonly claims: Claims<Row>;
  /** Rows a transaction. */
  readonly batch: number;
  /**
   * Works on rows and removes them, in the transaction that has claimed them: all of them, or none.
   *
   * @param now Unix ms.
   */
  work(client: PoolClient, rows: readonly Row[], now: number): Promise<void>;
  /** The accounts of a row: if the node of one of them is away, the row waits. */
  accountsOf(row: Row): readonly string[];
  /** How a transaction begins, with settings that hold for it. */
  readonly begin?: string;
  /** Failures, beside deadlocks, after which the same transaction can succeed. */
  alsoConflict?(error: unknown): boolean;
  /** In place of putting whole rows off: a row may be of several accounts. */
  putOff?(pool: Pool, rows: readonly Row[], away: (account: string) => boolean): Promise<void>;
  /** Makes several rows of one that fails. Returns whether it did; one that cannot be divided is deferred. */
  divide?(pool: Pool, row: Row): Promise<boolean>;
  /** How long a failed row waits, in ms, where whoever failed it says so. */
  waitMs?(error: unknown): number | undefined;
}

/** How often workers look for what is due, in ms. */
const POLL_MS = 1000;
/** Of one batch that conflicts with another worker's. */
const MAX_CONFLICTS = 9;

interface StartedJobs<Row extends KeyedRow> extends JobParts {
  readonly jobs: Jobs<Row>;
}

/** Works on a queue. Any number may run, in any number of processes. */
export function startJobs<Row extends KeyedRow>({ jobs, ...parts }: StartedJobs<Row>): WorkLoop {
  return startWorkLoop({
    work: async () => (await runJobs(parts, jobs)) === jobs.batch,
    restMs: POLL_MS,
    onFailure: (err) =>
      parts.log.warn({ err, queue: jobs.queue.name }, 'a queue cannot be worked on; it will be tried again'),
  });
}

/**
 * Claims and works on one batch of rows in one transaction. If that fails because of a row, ever smaller halves are worked
 * on until the row is alone, which then waits, longer each time, or is parked. What failed because a node or the database
 * is away waits as well, but no attempt is counted.
 *
 * @returns how many were claimed.
 * @throws if the database is away.
 */
export async function runJobs<Row extends KeyedRow>(parts: JobParts, jobs: Jobs<Row>): Promise<number> {
  let claimed: readonly Row[] = [];
  try {
    await workOn(parts, jobs, async (client) => {
      claimed = await jobs.claims.due(client, parts.clock(), jobs.batch);
      return claimed;
    });
  } catch (error) {
    if (claimed.length === 0) throw error;
    if (await putOffAway(parts, jobs, claimed)) return claimed.length;
    if (await isAway(parts.pool, error)) throw error;
    await workBisecting(parts, jobs, claimed);
  }
  return claimed.length;
}

/** One transaction over the rows that `claim` takes. */
async function workOn<Row extends KeyedRow>(
  { pool, clock }: JobParts,
  { work, begin }: Jobs<Row>,
  claim: (client: PoolClient) => Promise<readonly Row[]>,
): Promise<void> {
  await inTransaction(
    pool,
    async (client) => {
      try {
        const rows = await claim(client);
        if (rows.length > 0) await work(client, rows, clock());
      } catch (error) {
        // Releases the claims now: until the server notices a cut connection they would be skipped as another worker's.
        await client.query('rollback').catch(() => {});
        throw error;
      }
    },
    begin,
  );
}

async function workBisecting<Row extends KeyedRow>(
  parts: JobParts,
  jobs: Jobs<Row>,
  rows: readonly Row[],
): Promise<void> {
  await bisectFailures<Row, void>(rows, {
    run: async (portion) => {
      await retryConflicts(
        () => workOn(parts, jobs, (client) => jobs.claims.again(client, portion, parts.clock())),
        {
          alsoConflict: (error) => jobs.alsoConflict?.(error) === true,
          maxAttempts: MAX_CONFLICTS,
        },
      );
      return portion.map(() => undefined);
    },
    blamesItem: async (error) => !(await isAway(parts.pool, error)),
    giveUp: (row, error) => giveUp(parts, jobs, row, error),
  });
}

async function giveUp<Row extends KeyedRow>(
  parts: JobParts,
  { queue, accountsOf, divide, waitMs, putOff }: Jobs<Row>,
  row: Row,
  error: unknown,
): Promise<void> {
  const { pool, nodes, log, clock } = parts;
  if ((await splitAway(nodes, [row], accountsOf)).away.length > 0)
    return void (await putOffAway(parts, { queue, accountsOf, ...(putOff && { putOff }) }, [row]));
  if (await divide?.(pool, row)) return;
  const { isParked } = await deferRow(pool, queue, row, { error, now: clock(), waitMs: waitMs?.(error) });
  log.error(
    { err: error, queue: queue.name, row: keyOf(queue, row) },
    isParked ? 'a row failed again and again; it is parked' : 'a row fails by itself; it will be tried again',
  );
}

/**
 * Puts off rows of accounts whose node of Citus is away, so that those of others are not claimed with them again.
 *
 * @returns whether there are any.
 */
async function putOffAway<Row extends KeyedRow>(
  { pool, nodes, log, clock }: JobParts,
  { queue, accountsOf, putOff }: Pick<Jobs<Row>, 'queue' | 'accountsOf' | 'putOff'>,
  rows: readonly Row[],
): Promise<boolean> {
  const { away, accounts } = await splitAway(nodes, rows, accountsOf);
  if (away.length === 0) return false;
  log.warn({ queue: queue.name, rows: away.length }, 'a node is away; what is of its accounts waits');
  if (putOff) await putOff(pool, away, (account) => accounts.has(account));
  else await putOffRows(pool, queue, away, clock(), NODE_BACK_MS);
  return true;
}

/** While the database does not answer, no failure is a row's fault. */
export async function isAway(pool: Pool, error: unknown): Promise<boolean> {
  if (isDatabaseAway(error)) return true;
  if (error instanceof DatabaseError) return false;
  return pool.query('select 1').then(
    () => false,
    () => true,
  );
}
