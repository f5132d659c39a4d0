import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { HttpConnection } from '../http-connection.ts';
import { BenchEvents } from './bench-events.ts';
import type { LoadCommand, LoadReport, PrepareLoad, RunLoad } from './load-messages.ts';

/** The load generator, a process of its own: everything is made ready first, so that sending costs next to nothing. */
let prepared: Buffer[] = [];
let eventsPerRequest = 1;
let stopped = false;

process.on('message', async (command: LoadCommand) => {
  if (command.kind === 'stop') stopped = true;
  else if (command.kind === 'prepare') {
    prepare(command);
    report({ kind: 'prepared' });
  } else report({ kind: 'done', ...(await run(command)) });
});

function report(message: LoadReport): void {
  process.send?.(message);
}

function prepare({ apps, requests, batch, withIds }: PrepareLoad): void {
  const events = new BenchEvents(apps, { withIds });
  eventsPerRequest = batch;
  prepared = Array.from({ length: requests }, (_, turn) => {
    const app = events.app(turn);
    const body = gzipSync(`{"events":[${Array.from({ length: batch }, () => events.make(app)).join(',')}]}`);
    return Buffer.concat([Buffer.from(head(turn, body.byteLength)), body]);
  });
}

/** Addresses that requests come from: so many that the limit per address does not count. */
const ADDRESSES = 1000;

function head(turn: number, length: number): string {
  return [
    'POST /v1/ingest HTTP/1.1',
    'host: bench',
    'content-type: application/json',
    'content-encoding: gzip',
    `x-forwarded-for: 10.0.${(turn % ADDRESSES) >> 8}.${(turn % ADDRESSES) & 255}`,
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n');
}

async function run({
  port,
  connections,
  warmUp,
  perSecond,
}: RunLoad): Promise<Omit<LoadReport & { kind: 'done' }, 'kind'>> {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const warmRequests = Math.floor(prepared.length * warmUp);
  await sendAll(open, prepared.slice(0, warmRequests), undefined);
  report({ kind: 'warm' });
  const startedAt = performance.now();
  const { latencies, accepted } = await sendAll(open, prepared.slice(warmRequests), perSecond);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of open) connection.close();
  const requests = latencies.length;
  return {
    requests,
    events: requests * eventsPerRequest,
    accepted,
    seconds,
    latencies: latencies.sort((a, b) => a - b),
  };
}

/** A paced request's time counts from its turn: a service that falls behind cannot slow its own measurement down. */
async function sendAll(connections: HttpConnection[], requests: Buffer[], perSecond: number | undefined) {
  const startedAt = performance.now();
  const latencies: number[] = [];
  let accepted = 0;
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (let turn = next++; turn < requests.length && !stopped; turn = next++) {
        const dueAt = perSecond === undefined ? performance.now() : startedAt + (turn / perSecond) * 1000;
        if (dueAt > performance.now()) await pause(dueAt - performance.now());
        const { status, body } = await connection.send(requests[turn] ?? Buffer.alloc(0));
        latencies.push(performance.now() - dueAt);
        if (status !== 200) throw new Error(`${status}: ${body}`);
        accepted += body.split('"accepted"').length - 1;
      }
    }),
  );
  return { latencies, accepted };
}
