import { loadAccess } from '../../platform/auth/access/access.ts';
import type { Session } from '../../platform/auth/session/read-session.ts';
import type { LiveMessage } from '../../platform/live/live-message.ts';
import type { LiveStream } from '../../platform/live/live-stream.ts';
import type { Services } from '../../platform/services.ts';

/** How often it is looked at whether the reader may still watch, and something is sent to one that hears nothing. */
const LOOK_EVERY_MS = 2000;

export interface Watcher {
  readonly services: Services;
  /** Reads the reader's session anew. @throws AppError AUTH_ERROR */
  readonly readCaller: () => Promise<Session>;
  /** Ends when the reader has left. */
  readonly signal: AbortSignal;
}

/** An app that is being watched. */
export interface Watched {
  /** What arrives, every two seconds nothing. Ends with the stream; fails once the reader may not watch any more. */
  readonly messages: AsyncGenerator<LiveMessage[]>;
  /** To be called by whoever does not read to the end. */
  readonly end: () => void;
}

/**
 * Watches the events of an app as they arrive.
 *
 * @throws AppError AUTH_ERROR, FORBIDDEN, NOT_FOUND, RATE_LIMIT for an account with too many streams
 */
export async function watchApp(watcher: Watcher, appId: string): Promise<Watched> {
  const look = async () => {
    const { services, readCaller } = watcher;
    const em = services.orm.em.fork();
    const access = await loadAccess({ workPool: services.workPool, em }, await readCaller());
    await access.app(appId, 'viewer');
    return access.accountId;
  };
  const stream = await watcher.services.live.watch(appId, await look());
  watcher.signal.addEventListener('abort', () => stream.end(), { once: true });
  return { messages: messagesOf(stream, look, watcher.signal), end: () => stream.end() };
}

async function* messagesOf(
  stream: LiveStream,
  look: () => Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<LiveMessage[]> {
  try {
    let looked = performance.now();
    while (!stream.ended && !signal.aborted) {
      const messages = await stream.take(LOOK_EVERY_MS, signal);
      if (performance.now() - looked >= LOOK_EVERY_MS) {
        await look();
        looked = performance.now();
      }
      yield messages;
    }
  } finally {
    stream.end();
  }
}
