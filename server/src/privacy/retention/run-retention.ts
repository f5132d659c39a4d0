import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { isDistributed } from '../../platform/store/is-distributed.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { FIRST_CLICK, findWantedClicks, forgetClicks } from './forget-clicks.ts';
import { ACCOUNTS_WITH_CLICKS } from './forget-clicks-of-account.ts';
import { forgetEventIds } from './forget-event-ids.ts';
import { forgetEvents } from './forget-events.ts';
import type { WantedClicks } from './wanted-clicks.ts';

/** Rows a transaction: some 30 ms of work. */
const BATCH = 1000;

export interface RetentionParts {
  readonly pool: Pool;
  /** Unix ms. */
  readonly clock: () => number;
  /** Days that raw events and clicks are kept; 0 for ever. */
  readonly days: number;
  /** Ends the pass after the present batch. */
  readonly signal?: AbortSignal;
}

/** Rows that went. */
export interface Forgotten {
  readonly events: number;
  readonly clicks: number;
  readonly event_ids: number;
}

type Kind = keyof Forgotten;

const CLAIM = 'select from retention_passes where kind = $1 for update skip locked';
const NOTE = 'update retention_passes set passed_at = $2 where kind = $1';

/**
 * Lets everything go that is older than it is kept, in small transactions with pauses between them. Whoever else is at
 * the same is not waited for: it does all there is to do.
 */
export async function runRetention(parts: RetentionParts): Promise<Forgotten> {
  const { clock, days } = parts;
  const before = clock() - days * DAY_MS;
  const keepsAll = days === 0;
  return {
    events: keepsAll ? 0 : await pass(parts, 'events', (client) => passEvents(client, before, clock())),
    clicks: keepsAll ? 0 : await passClicks(parts, before),
    event_ids: await pass(parts, 'event_ids', (client) => passEventIds(client, clock())),
  };
}

interface Batch {
  readonly gone: number;
  readonly isLast: boolean;
}

async function passEvents(client: PoolClient, before: number, now: number): Promise<Batch> {
  const gone = await forgetEvents(client, { before, now, limit: BATCH });
  return { gone, isLast: gone < BATCH };
}

async function passEventIds(client: PoolClient, now: number): Promise<Batch> {
  const gone = await forgetEventIds(client, now, BATCH * 5);
  return { gone, isLast: gone < BATCH * 5 };
}

async function passClicks(parts: RetentionParts, before: number): Promise<number> {
  const client = await parts.pool.connect();
  const wanted = await findWantedClicks(client, parts.clock()).finally(() => client.release());
  let gone = 0;
  for (const account of await listAccounts(parts.pool))
    gone += await passClicksOf(parts, { before, wanted, account });
  return gone;
}

/** Over many nodes each by itself; on one server all at once. */
async function listAccounts(pool: Pool): Promise<(string | undefined)[]> {
  if (!(await isDistributed(pool))) return [undefined];
  return (await pool.query<{ id: string }>(ACCOUNTS_WITH_CLICKS)).rows.map(({ id }) => id);
}

interface OldClicks {
  readonly before: number;
  readonly wanted: WantedClicks;
  readonly account: string | undefined;
}

async function passClicksOf(parts: RetentionParts, old: OldClicks): Promise<number> {
  let after = FIRST_CLICK;
  return pass(parts, 'clicks', async (client) => {
    const { gone, next } = await forgetClicks(client, { ...old, limit: BATCH, after });
    after = next ?? after;
    return { gone, isLast: next === null };
  });
}

/** Batch after batch; between them others have as long as a batch took. */
async function pass(
  { pool, clock, signal }: RetentionParts,
  kind: Kind,
  work: (client: PoolClient) => Promise<Batch>,
): Promise<number> {
  let gone = 0;
  for (let isLast = false; !isLast && signal?.aborted !== true; ) {
    const startedAt = performance.now();
    const batch = await inTransaction(pool, async (client) => {
      const claimed = await client.query(CLAIM, [kind]);
      if (claimed.rows.length === 0) return { gone: 0, isLast: true };
      const done = await work(client);
      if (done.isLast) await client.query(NOTE, [kind, new Date(clock()).toISOString()]);
      return done;
    });
    gone += batch.gone;
    isLast = batch.isLast;
    if (!isLast)
      await delay(performance.now() - startedAt, undefined, signal ? { signal } : {}).catch(() => {});
  }
  return gone;
}
