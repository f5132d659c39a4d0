import { setTimeout as pause } from 'node:timers/promises';
import type { HttpAnswer, HttpConnection } from './http-connection.ts';

interface Sending {
  /** Requests a second, whether or not answers keep up; without it each connection sends as soon as it is free. */
  readonly perSecond?: number | undefined;
  /** Checks an answer; what it throws ends the load. */
  readonly onAnswer: (answer: HttpAnswer) => void;
  readonly isStopped?: () => boolean;
}

/**
 * Sends the requests over the connections and returns the time that each took, in ms. In a paced load it counts from
 * the moment when the request was due, so that a service that falls behind cannot slow its own measurement down.
 */
export async function sendAll(
  connections: readonly HttpConnection[],
  requests: readonly Buffer[],
  { perSecond, onAnswer, isStopped = () => false }: Sending,
): Promise<number[]> {
  const startedAt = performance.now();
  const latencies: number[] = [];
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (let turn = next++; turn < requests.length && !isStopped(); turn = next++) {
        const dueAt = perSecond === undefined ? performance.now() : startedAt + (turn / perSecond) * 1000;
        // A timer rounds up to a whole ms: less than that is not worth sleeping.
        if (dueAt - performance.now() >= 1) await pause(dueAt - performance.now());
        const countedFrom = Math.min(dueAt, performance.now());
        const answer = await connection.send(requests[turn] ?? Buffer.alloc(0));
        latencies.push(performance.now() - countedFrom);
        onAnswer(answer);
      }
    }),
  );
  return latencies;
}
