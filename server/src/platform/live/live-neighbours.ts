import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { announceLive, type ChangeFeed } from '../store/changes/change-feed.ts';
import type { LiveMessage } from './live-message.ts';
import { createLivePace } from './live-pace.ts';

/** How often an instance says what it watches, and for how long it is believed. */
const REPEAT_MS = 5000;
const BELIEVED_MS = 15_000;
/** What is said to other instances waits so long, to be said together. */
const GATHER_MS = 100;
/** PostgreSQL takes 8,000 bytes; one message has 1,500 at most. */
const MOST_BYTES = 6000;

/** Apps of one announcement: ids of 39 bytes. */
const MOST_APPS = 150;

/** A part of what an instance watches. */
interface WatchedPart {
  readonly watched: readonly string[];
  /** Which it is, from 0, of how many; earlier versions say all in one. */
  readonly part?: number;
  readonly parts?: number;
}

/** What instances say to each other. */
type Said =
  | ({ readonly from: string } & WatchedPart)
  | { readonly from: string; readonly messages: readonly LiveMessage[] };

/** What the other instances watch. */
export interface LiveNeighbours {
  isAnythingWatched(): boolean;
  isWatched(appId: string): boolean;
  /** Tells those who watch its app, a few a second. */
  tell(message: LiveMessage): void;
  /** Says what is watched here; to be called when that has changed. */
  sayWatched(): Promise<void>;
  close(): void;
}

export interface NeighbourParts {
  readonly pool: Pool;
  readonly changes: ChangeFeed;
  readonly log: Logger;
}

/**
 * Speaks with the other instances: each says what it watches, and is told only of that, gathered and outside of any
 * transaction.
 *
 * @param watchedHere the apps that are watched at this instance.
 * @param onTold what another instance tells.
 */
export function createLiveNeighbours(
  { pool, changes, log }: NeighbourParts,
  watchedHere: () => string[],
  onTold: (message: LiveMessage) => void,
): LiveNeighbours {
  const me = randomUUID();
  const views = createViews();
  const say = (...said: readonly Said[]) =>
    announceLive(
      pool,
      said.map((one) => JSON.stringify(one)),
    ).catch((err) => log.warn({ err }, 'other instances could not be told of what is watched'));
  const sayWatched = () => say(...partsOf(watchedHere()).map((part) => ({ from: me, ...part })));
  const sayAgain = () => watchedHere().length > 0 && void sayWatched();
  const gathered = gather((messages) => void say({ from: me, messages }));
  const pace = createLivePace(gathered.add);

  changes.onLive((payload) => {
    const said = JSON.parse(payload) as Said;
    if (said.from === me) return;
    if ('messages' in said) for (const message of said.messages) onTold(message);
    else views.set(said.from, said);
  });
  changes.subscribe(({ kind }) => kind === 'all' && sayAgain());
  const repeating = setInterval(() => {
    sayAgain();
    views.forgetOld();
  }, REPEAT_MS).unref();

  return {
    isAnythingWatched: () => views.all().size > 0,
    isWatched: (appId) => views.all().has(appId),
    tell: pace.offer,
    sayWatched,
    close() {
      clearInterval(repeating);
      pace.close();
      gathered.close();
    },
  };
}

/** What each instance said last that it watches. */
function createViews() {
  const views = new Map<
    string,
    { readonly byPart: readonly (readonly string[])[]; readonly until: number }
  >();
  let all: ReadonlySet<string> = new Set();
  const gatherAll = () => {
    all = new Set([...views.values()].flatMap(({ byPart }) => byPart.flat()));
  };
  return {
    all: () => all,
    set(from: string, { watched, part = 0, parts = 1 }: WatchedPart) {
      const byPart = [...(views.get(from)?.byPart ?? [])];
      byPart[part] = watched;
      // Fewer parts than before: what they had is in those that are left, or watched no more.
      byPart.length = Math.min(byPart.length, parts);
      if (byPart.flat().length === 0) views.delete(from);
      else views.set(from, { byPart, until: performance.now() + BELIEVED_MS });
      gatherAll();
    },
    forgetOld() {
      for (const [from, { until }] of views) if (until < performance.now()) views.delete(from);
      gatherAll();
    },
  };
}

/** Apps keep their order, so one that another follows no more comes into an earlier part: it is never in none. */
function partsOf(watched: readonly string[]): WatchedPart[] {
  const parts = Math.max(1, Math.ceil(watched.length / MOST_APPS));
  return Array.from({ length: parts }, (_, part) => ({
    watched: watched.slice(part * MOST_APPS, (part + 1) * MOST_APPS),
    part,
    parts,
  }));
}

/** Gathers messages for a moment and hands them on in portions that fit into one announcement. */
function gather(handOn: (messages: readonly LiveMessage[]) => void) {
  let waiting: LiveMessage[] = [];
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    timer = undefined;
    const portions = portionsOf(waiting);
    waiting = [];
    for (const portion of portions) handOn(portion);
  }
  return {
    add(message: LiveMessage) {
      waiting.push(message);
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}

function portionsOf(messages: readonly LiveMessage[]): LiveMessage[][] {
  const portions: LiveMessage[][] = [];
  let room = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message)) + 1;
    if (size > room) {
      portions.push([]);
      room = MOST_BYTES;
    }
    room -= size;
    portions.at(-1)?.push(message);
  }
  return portions;
}
