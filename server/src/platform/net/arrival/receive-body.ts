import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors/errors.ts';
import type { BodyBuffer } from './body-buffer.ts';
import { isRefusedAsLate, waitFor } from './refuse-late-requests.ts';

/** How much of a body that is too large is read and discarded, in bytes. */
const MAX_DISCARDED = 8 * 1024 * 1024;

/** How a body has to arrive that may take longer than others. */
export interface Pace {
  /** How long it may take, in ms. */
  readonly maxMs: number;
  /** How often it is looked at, in ms. */
  readonly lookEveryMs: number;
  /** Bytes that must have arrived since the look before the last. */
  readonly leastBytes: number;
  /** Ends it; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * Collects a request's body from its socket.
 *
 * @throws AppError VALIDATION_ERROR if it stays incomplete, REQUEST_TIMEOUT if it falls behind the pace, and whatever the
 * buffer throws.
 */
export function receiveBody(incoming: IncomingMessage, buffer: BodyBuffer, pace?: Pace): Promise<void> {
  // It has nearly always arrived together with its headers.
  if (incoming.complete) return Promise.resolve().then(() => takeRest(incoming, buffer));
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      clearInterval(watch);
      pace?.signal?.removeEventListener('abort', onAbort);
      patience?.stop();
      incoming.off('data', onData).off('end', settle).off('error', onClose).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const attempt = (step: () => void) => {
      try {
        step();
      } catch (error) {
        settle(error);
      }
    };
    const onData = (chunk: Uint8Array) =>
      attempt(() => {
        buffer.add(chunk);
        // Otherwise the next request on the connection would find the rest of the body, or a closed connection.
        if (buffer.excess > MAX_DISCARDED) settle();
      });
    const onClose = () =>
      attempt(() => {
        takeRest(incoming, buffer);
        settle();
      });
    const onAbort = () => settle(pace?.signal?.reason);
    pace?.signal?.addEventListener('abort', onAbort);
    const patience = pace && waitFor(incoming);
    const watch = pace && watchPace(buffer, pace, settle);
    incoming.on('data', onData).on('end', settle).on('error', onClose).on('close', onClose);
    // It may have ended between the look above and now, with no event left to come.
    if (incoming.destroyed) onClose();
  });
}

/** Collects a body that comes from within the process, without a socket. @throws as `receiveBody` */
export async function receiveStream(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  buffer: BodyBuffer,
): Promise<void> {
  try {
    for await (const chunk of stream) {
      buffer.add(chunk);
      if (buffer.excess > MAX_DISCARDED) break;
    }
  } catch (error) {
    throw error instanceof AppError ? error : incomplete();
  }
}

/** What has arrived and was not read: a client may leave as soon as it has sent everything. */
function takeRest(incoming: IncomingMessage, buffer: BodyBuffer): void {
  // It was told so already: what is logged and counted says the same.
  if (isRefusedAsLate(incoming)) throw new AppError('REQUEST_TIMEOUT', 'the request did not arrive in time');
  if (!incoming.complete) throw incomplete();
  const rest: Uint8Array | null = incoming.read();
  if (rest !== null) buffer.add(rest);
  const declared = incoming.headers['content-length'];
  if (declared !== undefined && Number(declared) !== buffer.received) throw incomplete();
}

function incomplete(): AppError {
  return new AppError('VALIDATION_ERROR', 'the body is incomplete');
}

function watchPace(
  buffer: BodyBuffer,
  { maxMs, lookEveryMs, leastBytes }: Pace,
  giveUp: (error: AppError) => void,
): NodeJS.Timeout {
  const begun = performance.now();
  const seen = [0, 0];
  return setInterval(() => {
    const [before = 0, last = 0] = seen;
    const waited = performance.now() - begun;
    if (waited > maxMs)
      giveUp(new AppError('REQUEST_TIMEOUT', `the body did not arrive within ${maxMs / 1000} seconds`));
    else if (waited > 1.5 * lookEveryMs && buffer.received - before < leastBytes)
      giveUp(new AppError('REQUEST_TIMEOUT', 'the body arrives too slowly'));
    seen.splice(0, 2, last, buffer.received);
  }, lookEveryMs);
}
