import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createLimitCounts } from '../limits/limits-of-all-processes.ts';
import { createMetricTotals } from './add-up-metrics.ts';
import { areAlive, noteMetrics, readinessOf } from './ask-processes.ts';
import { forkServer, type ServerProcess } from './fork-server.ts';
import type { ServerChannel } from './questions.ts';

export interface ServerProcessesOptions {
  readonly count: number;
  readonly databaseUrl: string;
  readonly log: Logger;
  /** Called when someone has asked one of the processes to stop. */
  readonly onStopRequested: () => void;
}

/** Running server processes. */
export interface ServerProcesses {
  /** Lets every process finish what is in flight. @throws Error if one of them could not. */
  close(): Promise<void>;
}

/** A process that ends sooner than this after its start is replaced after a pause. */
const SHORT_LIFE_MS = 5000;
const PAUSE_MS = 500;

/**
 * Starts processes that share the service's port, and replaces those that end. Resolves when all of them accept
 * connections. See decisions/019-processes-of-one-machine.md.
 *
 * @throws Error if one ends before that, which has then said why.
 */
export async function startServerProcesses({
  count,
  databaseUrl,
  log,
  onStopRequested,
}: ServerProcessesOptions): Promise<ServerProcesses> {
  // Each accepts for itself from one queue: what waits there is lost to no process that ends or hangs.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const running = new Set<ServerProcess>();
  const totals = createMetricTotals();
  const countLimit = createLimitCounts();
  let isStarting = true;
  let isClosing = false;

  function prepare(channel: ServerChannel, number: number): void {
    channel.answer('assignment', () => ({ number, databaseUrl }));
    channel.answer('limit', countLimit);
    channel.answer('stop', () => {
      onStopRequested();
      return null;
    });
    channel.answer('alive', () => areAlive(running));
    channel.answer('readiness', () => (isStarting ? 'starting' : readinessOf(running)));
    channel.answer('metrics', async () => {
      await noteMetrics(running, totals);
      return totals.text();
    });
  }

  function fork(number: number): ServerProcess {
    const process = forkServer(number, (channel) => prepare(channel, number));
    running.add(process);
    void process.ended.then(() => {
      running.delete(process);
      totals.retire(number);
    });
    return process;
  }

  /** Replaces a process whenever it ends. */
  async function keep(first: ServerProcess): Promise<void> {
    for (let process = first; ; process = fork(first.number)) {
      const startedAt = performance.now();
      const { code, signal } = await process.ended;
      if (isClosing) return;
      log.error(
        { ended: process.number, endedPid: process.pid, code, signal },
        'a process has ended; another takes its place',
      );
      if (performance.now() - startedAt < SHORT_LIFE_MS) await delay(PAUSE_MS);
      if (isClosing) return;
    }
  }

  const first = Array.from({ length: count }, (_, at) => fork(at + 1));
  await Promise.all(first.map(untilServing));
  isStarting = false;
  for (const process of first) void keep(process);
  return {
    async close() {
      isClosing = true;
      const ends = await Promise.all([...running].map(stopProcess));
      const failed = ends.find(({ code }) => code !== 0);
      if (failed) throw new Error('a process has ended before everything in flight was finished');
    },
  };
}

async function untilServing(process: ServerProcess): Promise<void> {
  const end = await Promise.race([process.served, process.ended]);
  if (end) throw new Error(`process ${process.number} could not start`);
}

function stopProcess(process: ServerProcess) {
  // Its end is what counts; it may end without an answer.
  process.ask('stop', null).catch(() => {});
  return process.ended;
}
