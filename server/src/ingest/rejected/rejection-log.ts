import { EVENT_TYPES } from '@tributary/sdk/wire/event';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { utcDay } from '../../counters/utc-day.ts';
import { retryConflicts } from '../../platform/store/group-commit/retry-conflicts.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';
import type { KeptReason } from '../check/step-result.ts';
import { KEPT, type RejectedEvent } from './rejected-event.ts';
import { storeRejections } from './store-rejections.ts';

/** Apps that events wait of. */
const MOST_APPS = 500;
/** Events that wait, of all apps together; beyond, they are only counted, but for a few of each app. */
const MOST_HELD = 5000;
const ALWAYS_HELD = 10;
const FLUSH_MS = 1000;

const TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

/** What waits of one app. */
interface Waiting {
  recent: HeldEvent[];
  /** By day and code. */
  readonly counts: Map<string, number>;
}

/** A refused event. */
interface NotedEvent {
  /** An app that exists: whoever invents some must not take the place of others. */
  readonly app_id: string;
  /** As the event says; it may be any text. */
  readonly event_type: string;
  /** Unix ms. */
  readonly at: number;
  readonly code: string;
  readonly reason: KeptReason;
}

/** Holds no text of the event's own. */
type HeldEvent = Omit<NotedEvent, 'event_type'> & { readonly event_type: string | null };

export interface RejectionLog {
  note(event: NotedEvent): void;
  /** Stores what waits, and what is being stored. */
  flush(): Promise<void>;
}

/**
 * Keeps what ingest refuses. Nothing is written for a single event: once a second the last ones of each app and their
 * numbers are stored in one transaction, whatever arrived meanwhile. What waits is bounded; of more apps than that,
 * nothing is kept. A process that dies loses a second of it.
 */
export function createRejectionLog({
  pool,
  log,
}: {
  readonly pool: Pool;
  readonly log: Logger;
}): RejectionLog {
  const waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let held = 0;
  let flushing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    const apps = [...waiting];
    waiting.clear();
    held = 0;
    if (apps.length === 0) return;
    const events = apps.flatMap(([, { recent }]) => recent.slice(-KEPT).map(toKept));
    const counts = apps.flatMap(([app_id, { counts }]) =>
      [...counts].map(([key, rejected]) => {
        const [day, code] = key.split(' ');
        return { app_id, day, code, rejected };
      }),
    );
    try {
      await retryConflicts(() => storeRejections(pool, events, counts));
    } catch (err) {
      log.warn({ err }, 'refused events could not be kept');
    }
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then(store);
    return flushing;
  }
  return {
    note({ app_id, event_type, at, code, reason }) {
      let of = waiting.get(app_id);
      if (!of) {
        if (waiting.size >= MOST_APPS) return;
        of = { recent: [], counts: new Map() };
        waiting.set(app_id, of);
      }
      if (held < MOST_HELD || of.recent.length < ALWAYS_HELD) {
        of.recent.push({ app_id, at, code, event_type: TYPES.has(event_type) ? event_type : null, reason });
        held++;
      }
      if (of.recent.length >= 2 * KEPT) {
        held -= of.recent.length - KEPT;
        of.recent = of.recent.slice(-KEPT);
      }
      const key = `${utcDay(at)} ${code}`;
      of.counts.set(key, (of.counts.get(key) ?? 0) + 1);
      timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    flush,
  };
}

function toKept({ reason, ...event }: HeldEvent): RejectedEvent {
  return { ...event, rejection_id: timeOrderedId(event.at), ...reason };
}
