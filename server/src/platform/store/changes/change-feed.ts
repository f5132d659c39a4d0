import { NOTICE_LOST_MACHINE } from '@tributary/db/notice-lost-machine';
import { Client, type ClientBase, type Pool } from 'pg';
import type { Logger } from 'pino';
import { readDatabaseTime, untilNothingIsLeftBehind } from './left-behind.ts';
import { createRollCall, LISTENER, ROLL_CALL, type RollCall } from './roll-call.ts';
import { type Asker, queueStatements } from './statement-queue.ts';

/** Something that other instances may have cached. */
export type Change =
  | { kind: 'app'; id: string }
  | { kind: 'account'; id: string }
  /** A link, by what caches call it (link-key.ts). */
  | { kind: 'link'; key: string }
  /** A host of links came, went or changed. */
  | { kind: 'domain'; host: string }
  /** Devices of an app were erased. */
  | { kind: 'devices'; appId: string }
  /** Not a change but a signal to the workers: something was queued. */
  | { kind: 'queue' }
  /** Notifications may have been missed: everything may have changed. */
  | { kind: 'all' };

/** Notifies every running instance of changes. */
export interface ChangeFeed {
  subscribe(listener: (change: Change) => void): void;
  /** Hears what any instance says of what is watched live (platform/live/live-feed.ts), itself included. */
  onLive(listener: (payload: string) => void): void;
  /** Notifies the subscribers of this instance immediately, without the database. */
  notify(change: Change): void;
  /** Whether it hears of changes. While it does not, nothing may be answered from what is cached. */
  isListening(): boolean;
  /**
   * Resolves when every running instance has heard of all changes committed so far; otherwise after 10 s, in which
   * what it has cached expires (app-directory.ts, link-cache.ts). A procedure that changes what is cached waits for
   * this before it answers, so that its answer holds at every instance.
   *
   * @returns the database's process ids of the instances that remained silent.
   */
  heardEverywhere(pool: Pool): Promise<readonly number[]>;
  /** The same, when they have also finished what they had begun before they heard of them, those that are gone included. */
  doneEverywhere(pool: Pool): Promise<readonly number[]>;
  /** @param underWay resolves when what is being done at this instance is done, for `doneEverywhere`. */
  finishesFirst(underWay: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export const CHANNEL = 'tributary_changes';
/** Apart, so that what passes at every moment counts as no change. */
const LIVE_CHANNEL = 'tributary_live';
const RECONNECT_MS = 1000;
/** Longer than anything is cached. */
const MAX_SILENCE_MS = 10_000;

/**
 * The database then drops an instance whose machine is gone within half a minute, instead of two hours in which every
 * change would wait for it in vain.
 */
const NOTICE_LOSS =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4; set tcp_user_timeout = 30000';

interface TransactionalExecutor {
  execute(sql: string, params: unknown[]): Promise<unknown>;
  getTransactionContext(): (object & { readonly savepointName?: string }) | undefined;
}

const published = new WeakMap<object, Change[]>();

/**
 * Announces a change of an entity when the caller's transaction commits, to this instance by `publishedIn`: only
 * announce-changes.ts calls it. SQL that changes what is cached notifies the channel itself.
 */
export async function publishChange(em: TransactionalExecutor, change: Change): Promise<void> {
  const transaction = em.getTransactionContext();
  // The commit could not be observed, so the change would be announced too early or never.
  if (transaction === undefined || transaction.savepointName !== undefined)
    throw new Error('a change must be published in a transaction that is not nested');
  published.set(transaction, [...(published.get(transaction) ?? []), change]);
  await em.execute('select pg_notify(?, ?)', [CHANNEL, JSON.stringify(change)]);
}

/** What was published in a transaction. */
export function publishedIn(transaction: object): readonly Change[] {
  return published.get(transaction) ?? [];
}

/**
 * Announces something that is already committed, or that does not depend on a transaction. With the connection of a
 * transaction, other instances hear of it when that commits.
 */
export async function announceChange(pool: Pool | ClientBase, change: Change): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(change)]);
}

/**
 * Says something to whoever hears `onLive`, at every instance: all of it or nothing, in this order.
 *
 * @param payloads each less than 8,000 bytes.
 */
export async function announceLive(pool: Pool, payloads: readonly string[]): Promise<void> {
  const say =
    'select pg_notify($1, payload) from unnest($2::text[]) with ordinality as said (payload, n) order by n';
  await pool.query(say, [LIVE_CHANNEL, payloads]);
}

/**
 * Listens on a separate connection. After a lost connection, subscribers are notified that everything may have changed.
 */
export async function openChangeFeed(databaseUrl: string, log: Logger): Promise<ChangeFeed> {
  const listeners: ((change: Change) => void)[] = [];
  const notify = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  const liveListeners: ((payload: string) => void)[] = [];
  const begun: (() => Promise<unknown>)[] = [];
  const rollCall = createRollCall(() => Promise.all(begun.map((underWay) => underWay())));
  let client: Client | undefined;
  let listener: Asker | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString: databaseUrl,
      application_name: LISTENER,
      connectionTimeoutMillis: 5000,
      ...NOTICE_LOST_MACHINE,
    });
    const asker = queueStatements(next);
    next.on('notification', (notification) => {
      if (notification.channel === ROLL_CALL) rollCall.hear(asker, notification);
      else if (notification.channel === LIVE_CHANNEL) {
        for (const listener of liveListeners) listener(notification.payload ?? '');
      } else notify(parseChange(notification.payload));
    });
    next.on('error', () => next.emit('end'));
    next.once('end', () => lost(next));
    await next.connect();
    await next.query(`${NOTICE_LOSS}; listen ${CHANNEL}; listen ${LIVE_CHANNEL}; listen ${ROLL_CALL}`);
    if (closed) return next.end();
    client = next;
    listener = asker;
    notify({ kind: 'all' });
  }

  function lost(which: Client): void {
    if (closed || (client !== undefined && client !== which)) return;
    client = undefined;
    listener = undefined;
    notify({ kind: 'all' });
    clearTimeout(retry);
    retry = setTimeout(
      () => connect().catch((err) => log.warn({ err }, 'change feed cannot connect')),
      RECONNECT_MS,
    );
  }

  await connect();
  return {
    subscribe: (listener) => void listeners.push(listener),
    onLive: (listener) => void liveListeners.push(listener),
    notify,
    isListening: () => client !== undefined,
    heardEverywhere: (pool) => callAll(rollCall, pool, 'heard', log),
    // By the listening connection: whoever waits holds one of the pool, and all of them together could hold all.
    doneEverywhere: (pool) => finishAll(rollCall, listener ?? pool, log),
    finishesFirst: (underWay) => void begun.push(underWay),
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

async function callAll(rollCall: RollCall, by: Asker, asked: 'heard' | 'done', log: Logger) {
  const silent = await rollCall.call(by, MAX_SILENCE_MS, asked);
  if (silent.length > 0) log.warn({ pids: silent }, 'instances did not confirm that they heard of a change');
  return silent;
}

async function finishAll(rollCall: RollCall, by: Asker, log: Logger) {
  const since = await readDatabaseTime(by);
  const silent = await callAll(rollCall, by, 'done', log);
  if (!(await untilNothingIsLeftBehind(by, since, MAX_SILENCE_MS)))
    log.warn('what was begun before a change is not done yet');
  return silent;
}

function parseChange(payload: string | undefined): Change {
  try {
    return JSON.parse(payload ?? '') as Change;
  } catch {
    return { kind: 'all' };
  }
}
