import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface CloseWaits {
  /** How long a request that has partly arrived may take to arrive completely, in ms. */
  readonly arrivalMs: number;
  /** How long a request that has arrived may take to be answered, in ms. */
  readonly answerMs: number;
}

/** `docker stop` kills after ten seconds, by which time the rest of the service must have stopped too. */
const WAITS: CloseWaits = { arrivalMs: 1000, answerMs: 7000 };

const LOOK_AGAIN_MS = 100;

/**
 * Prepares a server for closing; call it before the server listens. The returned function stops accepting connections,
 * lets requests that have arrived be answered, and resolves when every connection is closed.
 */
export function prepareClose(server: Server, waits = WAITS): () => Promise<void> {
  /** The latest response on each connection. */
  const answers = new Map<Socket, ServerResponse | undefined>();
  let closing = false;
  server.on('connection', (socket) => {
    answers.set(socket, undefined);
    socket.once('close', () => answers.delete(socket));
  });
  server.prependListener('request', ({ socket }, answer) => {
    answers.set(socket, answer);
    if (closing) answer.shouldKeepAlive = false;
  });

  return async () => {
    closing = true;
    let closed = false;
    const close = new Promise<void>((resolve) => server.close(() => resolve())).then(() => {
      closed = true;
    });
    for (const answer of answers.values()) if (answer) answer.shouldKeepAlive = false;
    const begun = performance.now();
    while (!closed) {
      await Promise.race([close, delay(LOOK_AGAIN_MS)]);
      const waited = performance.now() - begun;
      for (const [socket, answer] of answers)
        if (waited > (isBeingAnswered(answer) ? waits.answerMs : waits.arrivalMs)) socket.destroy();
    }
  };
}

/** Whether a request is being processed: it has arrived completely, and its response has not been sent. */
function isBeingAnswered(answer: ServerResponse | undefined): boolean {
  return answer?.req.complete === true && !answer.writableFinished;
}
