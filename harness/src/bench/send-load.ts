import { type HttpAnswer, HttpConnection } from './http-connection.ts';
import { sendAll } from './send-all.ts';

/** How a load process sends its requests. */
export interface LoadPace {
  readonly port: number;
  readonly connections: number;
  /** Share of the requests that only warm up the service. */
  readonly warmUp: number;
  /** Requests a second, whether or not responses keep up; without it each connection sends as soon as it is free. */
  readonly perSecond?: number;
}

interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Times from a request (from when it was due, in a paced load) to its response, in ms, sorted. */
  readonly latencies: number[];
}

/** What a load process sends to its parent: that the service is warm, then how the rest went. */
export type LoadReport = 'warm' | LoadResult;

/** Sends the requests of a load process; what `onAnswer` throws ends it. */
export async function sendLoad(
  { port, connections: count, warmUp, perSecond }: LoadPace,
  requests: readonly Buffer[],
  onAnswer: (answer: HttpAnswer) => void,
): Promise<void> {
  const connections = await Promise.all(Array.from({ length: count }, () => HttpConnection.open(port)));
  const warm = Math.floor(requests.length * warmUp);
  await sendAll(connections, requests.slice(0, warm), { onAnswer });
  report('warm');
  const startedAt = performance.now();
  const latencies = await sendAll(connections, requests.slice(warm), { perSecond, onAnswer });
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  report({ requests: latencies.length, seconds, latencies: latencies.sort((a, b) => a - b) });
}

function report(message: LoadReport): void {
  process.send?.(message);
}
