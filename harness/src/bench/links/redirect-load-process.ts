import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection } from '../http-connection.ts';

/** A load of visits, each by another visitor. */
export interface RedirectLoad {
  readonly port: number;
  readonly slugs: readonly string[];
  readonly requests: number;
  readonly connections: number;
  /** Share of the requests that only warm up. */
  readonly warmUp: number;
  /** Requests a second, for a load that does not wait for answers; without it each connection sends when it can. */
  readonly perSecond?: number;
}

export interface RedirectResult {
  readonly requests: number;
  readonly seconds: number;
  /** Times from a request (its turn, in a paced load) to its answer, in ms, sorted. */
  readonly latencies: number[];
}

export type RedirectReport = 'warm' | RedirectResult;

const AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
];

process.on('message', async (load: RedirectLoad) => {
  const requests = Array.from({ length: load.requests }, (_, turn) => request(load, turn));
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => HttpConnection.open(load.port)),
  );
  const warm = Math.floor(requests.length * load.warmUp);
  await sendAll(connections, requests.slice(0, warm), undefined);
  report('warm');
  const startedAt = performance.now();
  const latencies = await sendAll(connections, requests.slice(warm), load.perSecond);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  report({ requests: latencies.length, seconds, latencies: latencies.sort((a, b) => a - b) });
});

function report(message: RedirectReport): void {
  process.send?.(message);
}

function request({ slugs }: RedirectLoad, turn: number): Buffer {
  // A stride that shares no factor with the number of slugs visits all of them before it begins anew.
  const slug = slugs[(turn * 7919) % slugs.length];
  const head = [
    `GET /l/${slug}?utm_content=bench HTTP/1.1`,
    'host: bench',
    `user-agent: ${AGENTS[turn % AGENTS.length]}`,
    'accept-language: de-AT,de;q=0.9',
    `x-forwarded-for: 198.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    '\r\n',
  ];
  return Buffer.from(head.join('\r\n'));
}

/** A paced request's time counts from its turn: a service that falls behind cannot slow its own measurement down. */
async function sendAll(connections: HttpConnection[], requests: Buffer[], perSecond: number | undefined) {
  const startedAt = performance.now();
  const latencies: number[] = [];
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (let turn = next++; turn < requests.length; turn = next++) {
        const dueAt = perSecond === undefined ? performance.now() : startedAt + (turn / perSecond) * 1000;
        if (dueAt - performance.now() >= 1) await pause(dueAt - performance.now());
        const { status } = await connection.send(requests[turn] ?? Buffer.alloc(0));
        latencies.push(performance.now() - dueAt);
        if (status !== 302) throw new Error(`a redirect answers ${status}`);
      }
    }),
  );
  return latencies;
}
