import { Agent } from 'node:http';
import { randomFor } from '@tributary/server/testing/random';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';
import { countUnattributed } from './count-unattributed.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { type MemoryUse, measureMemory } from './live-memory.ts';
import { sendRequest } from './send-request.ts';
import { SHAPES } from './shapes.ts';

export interface FuzzRun {
  /** Started with MEASURABLE. */
  readonly backend: SpawnedBackend;
  readonly databaseUrl: string;
  readonly world: FuzzWorld;
  readonly requests: number;
  readonly seed: number;
}

export interface FuzzReport {
  readonly seconds: number;
  /** The number of requests by status; 0 if the connection was closed instead. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Short descriptions of the requests that got a 5xx or no answer. */
  readonly faults: readonly string[];
  /** By the faster of two times for what took long. */
  readonly slowest: { readonly ms: number; readonly what: string };
  /** After the first tenth of the requests, and after the last. */
  readonly memory: { readonly begin: MemoryUse; readonly end: MemoryUse };
  /** Events that attribution could not process. */
  readonly unattributed: number;
}

const AT_ONCE = 8;
const ADDRESSES = 5000;
/** What takes longer is sent once more, and its faster time counts: a machine that pauses is not the request's doing. */
const SLOW_MS = 1000;

/** Sends hostile requests of all shapes to a service, several at once, and reports how it handles them. */
export async function runFuzz({ backend, databaseUrl, world, requests, seed }: FuzzRun): Promise<FuzzReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let slowest = { ms: 0, what: '' };

  async function sendOne(index: number): Promise<void> {
    const random = randomFor(seed, index);
    const shape = random.weighted(SHAPES);
    const { headers, ...made } = shape.make(random, world);
    const address = random.integer(0, ADDRESSES);
    const from = { 'x-forwarded-for': `10.20.${address >> 8}.${address & 255}` };
    const send = () => sendRequest(backend.origin, agent, { ...made, headers: { ...from, ...headers } });
    const { status, ms: first } = await send();
    const ms = first > SLOW_MS ? Math.min(first, (await send()).ms) : first;
    const what = `${shape.name}, request ${index}: ${made.method} ${made.path.slice(0, 80)} answered ${status}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 0 || status >= 500) faults.push(what);
    if (ms > slowest.ms) slowest = { ms, what };
  }

  async function sendAll(from: number, to: number): Promise<void> {
    let next = from;
    const lane = async () => {
      for (let index = next++; index < to; index = next++) await sendOne(index);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  const startedAt = performance.now();
  await sendAll(0, Math.floor(requests / 10));
  const begin = await measureMemory(backend);
  await sendAll(Math.floor(requests / 10), requests);
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  const unattributed = await countUnattributed(databaseUrl);
  return {
    seconds,
    statuses,
    faults,
    slowest,
    unattributed,
    memory: { begin, end: await measureMemory(backend) },
  };
}
