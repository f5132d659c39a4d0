import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { AccountNodes } from '../../platform/store/account-nodes.ts';
import type { ChangeFeed } from '../../platform/store/changes/change-feed.ts';
import { createUnderWay } from '../../platform/store/changes/under-way.ts';
import { commitBisecting } from '../../platform/store/group-commit/commit-bisecting.ts';
import { GroupCommit, type GroupCommitSettings } from '../../platform/store/group-commit/group-commit.ts';
import { GroupsByNode } from '../../platform/store/groups-by-node.ts';
import type { StorableEvent } from '../row/to-storable-event.ts';
import { createDeviceMemory } from './device-memory.ts';
import { createEventMemory } from './event-memory.ts';
import { createExhaustedAccounts } from './exhausted-accounts.ts';
import { type EventOutcome, storeEvents } from './store-events.ts';

/** Writes events to the database, combining those of all requests in flight. */
export interface EventWriter {
  /**
   * Stores events durably; returns an outcome for each, in order. Of two events with the same key the first counts.
   *
   * @throws AppError OVERLOADED if too much is waiting or the database is unreachable. Some events may have been stored
   * anyway; when they are sent again they are duplicates.
   */
  store(events: readonly StorableEvent[]): Promise<EventOutcome[]>;
  /** Events waiting or being committed. */
  held(): number;
  /** Commits what is held and takes nothing more. */
  close(): Promise<void>;
}

export interface EventWriterParts {
  /** Must allow as many connections as concurrent commits, plus one per commit for look-ups. */
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several; each has its own commits. */
  readonly nodes?: Pick<AccountNodes, 'group' | 'isSpread'>;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** Tells of erased devices, which then wait for what is being stored. */
  readonly changes?: Pick<ChangeFeed, 'subscribe' | 'isListening' | 'finishesFirst'>;
  /** Called after a commit that queued work for attribution. */
  readonly onQueued: () => void;
  /** Called with the number of events of a commit and its duration in seconds. */
  readonly onCommit?: (events: number, seconds: number) => void;
  readonly settings?: Partial<GroupCommitSettings>;
}

const SETTINGS: GroupCommitSettings = {
  fullAt: 500,
  commitsAtOnce: 3,
  lingerMs: 5,
  maxItems: 10_000,
  maxWaitMs: 5000,
};

/**
 * A writer that commits the events of all requests in flight together, with what it remembers of accounts, devices and
 * events.
 */
export function createEventWriter(parts: EventWriterParts): EventWriter {
  const { pool, nodes, log, clock, changes, onQueued, onCommit, settings } = parts;
  const memory = {
    exhausted: createExhaustedAccounts(),
    devices: createDeviceMemory(changes),
    events: createEventMemory(changes),
  };
  // What they leave to be counted is decided by what was remembered when they began, and an erasure finds them once they are stored.
  const underWay = createUnderWay();
  changes?.finishesFirst(underWay.settled);
  const storePart = async (by: Pool, part: readonly StorableEvent[]) => {
    const startedAt = performance.now();
    const outcomes = await storeEvents({ pool: by, memory, clock, onQueued }, part);
    onCommit?.(part.length, (performance.now() - startedAt) / 1000);
    return outcomes;
  };
  const refuse = ({ customerId, appId }: StorableEvent, err: Error): EventOutcome => {
    // The checks before the writer should leave nothing that the database refuses.
    log.error({ err, customerId, appId }, 'the database refused an event');
    return 'unstorable';
  };
  const open = (by: Pool) => {
    const store = (part: readonly StorableEvent[]) => storePart(by, part);
    const commit = (events: StorableEvent[]) => commitBisecting(events, store, refuse);
    return new GroupCommit<StorableEvent, EventOutcome>(commit, { ...SETTINGS, ...settings }, clock);
  };
  const groups = new GroupsByNode({ pool, nodes, accountOf: ({ customerId }) => customerId, open });
  return {
    store: (events) => underWay.add(groups.submit(events)),
    held: () => groups.held,
    close: () => groups.close(),
  };
}
