import { AppError } from '../errors/errors.ts';
import { createSemaphore } from '../limits/semaphore.ts';
import type { LiveMessage } from './live-message.ts';
import { createLiveNeighbours, type NeighbourParts } from './live-neighbours.ts';
import { createLivePace } from './live-pace.ts';
import { LiveStream } from './live-stream.ts';

/** What arrives for apps that somebody watches, at whichever instance. */
export interface LiveFeed {
  /** Whether anybody watches anything: if not, nothing is noted, and ingest does nothing for it. */
  isAnythingWatched(): boolean;
  /** Whether anybody watches the app, here or at another instance. */
  isWatched(appId: string): boolean;
  note(message: LiveMessage): void;
  /** Begins to watch an app; the stream must be ended. @throws AppError RATE_LIMIT for an account with too many streams. */
  watch(appId: string, accountId: string): Promise<LiveStream>;
  /** Ends every stream. */
  close(): void;
}

/** Streams of an account at an instance. */
const MOST_STREAMS = 20;

/** A feed that hands what arrives here to the streams here, and tells other instances while one of them watches the app. */
export function createLiveFeed(parts: NeighbourParts): LiveFeed {
  const streams = new Map<string, Set<LiveStream>>();
  const open = createSemaphore({ perHolder: MOST_STREAMS });
  const pace = createLivePace((message) => {
    for (const stream of streams.get(message.app_id) ?? []) stream.push(message);
  });
  const toStreams = (message: LiveMessage) => streams.has(message.app_id) && pace.offer(message);
  const neighbours = createLiveNeighbours(parts, () => [...streams.keys()], toStreams);

  function leave(stream: LiveStream): void {
    const ofApp = streams.get(stream.appId);
    ofApp?.delete(stream);
    if (ofApp?.size !== 0) return;
    streams.delete(stream.appId);
    void neighbours.sayWatched();
  }

  return {
    isAnythingWatched: () => streams.size > 0 || neighbours.isAnythingWatched(),
    isWatched: (appId) => streams.has(appId) || neighbours.isWatched(appId),
    note(message) {
      toStreams(message);
      if (neighbours.isWatched(message.app_id)) neighbours.tell(message);
    },
    async watch(appId, accountId) {
      const release = open.tryAcquire(accountId);
      if (typeof release === 'string') {
        const error = `an account can have ${MOST_STREAMS} streams at a time`;
        throw new AppError('RATE_LIMIT', error, { retryAfter: 5 });
      }
      const stream: LiveStream = new LiveStream(appId, () => {
        release();
        leave(stream);
      });
      const ofApp = streams.get(appId) ?? new Set();
      streams.set(appId, ofApp.add(stream));
      if (ofApp.size === 1) await neighbours.sayWatched();
      return stream;
    },
    close() {
      neighbours.close();
      pace.close();
      for (const ofApp of [...streams.values()]) for (const stream of [...ofApp]) stream.end();
    },
  };
}
