import { gzipSync } from 'node:zlib';
import { type HttpAnswer, HttpConnection } from '../http-connection.ts';
import { sendAll } from '../send-all.ts';
import { BenchEvents } from './bench-events.ts';
import type { LoadCommand, LoadReport, PrepareLoad, RunLoad } from './load-messages.ts';

/** The load generator, a separate process. It prepares everything first, so that sending costs next to nothing. */
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

/** The number of client addresses, each of another public network: so many that the rate limit per address has no effect. */
const ADDRESSES = 1000;

function head(turn: number, length: number): string {
  return [
    'POST /v1/ingest HTTP/1.1',
    'host: bench',
    'content-type: application/json',
    'content-encoding: gzip',
    `x-forwarded-for: 105.${160 + ((turn % ADDRESSES) >> 8)}.${(turn % ADDRESSES) & 255}.9`,
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
  let accepted = 0;
  const onAnswer = ({ status, body }: HttpAnswer) => {
    if (status !== 200) throw new Error(`${status}: ${body}`);
    accepted += body.split('"accepted"').length - 1;
  };
  const isStopped = () => stopped;
  await sendAll(open, prepared.slice(0, warmRequests), { onAnswer, isStopped });
  accepted = 0;
  report({ kind: 'warm' });
  const startedAt = performance.now();
  const latencies = await sendAll(open, prepared.slice(warmRequests), { perSecond, onAnswer, isStopped });
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
