import { type HttpAnswer, HttpConnection } from '../http-connection.ts';
import { sendAll } from '../send-all.ts';

/** A load of visits, each by a different visitor. */
export interface RedirectLoad {
  readonly port: number;
  readonly slugs: readonly string[];
  readonly requests: number;
  readonly connections: number;
  /** Share of the requests that only warm up the service. */
  readonly warmUp: number;
  /** Requests a second, whether or not responses keep up; without it each connection sends as soon as it is free. */
  readonly perSecond?: number;
}

interface RedirectResult {
  readonly requests: number;
  readonly seconds: number;
  /** Times from a request (from when it was due, in a paced load) to its response, in ms, sorted. */
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
  await sendAll(connections, requests.slice(0, warm), { onAnswer: requireRedirect });
  report('warm');
  const startedAt = performance.now();
  const latencies = await sendAll(connections, requests.slice(warm), {
    perSecond: load.perSecond,
    onAnswer: requireRedirect,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  report({ requests: latencies.length, seconds, latencies: latencies.sort((a, b) => a - b) });
});

function report(message: RedirectReport): void {
  process.send?.(message);
}

function request({ slugs }: RedirectLoad, turn: number): Buffer {
  // A stride that shares no factor with the number of slugs visits all of them before it repeats one.
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

function requireRedirect({ status }: HttpAnswer): void {
  if (status !== 302) throw new Error(`a redirect was answered with ${status}`);
}
