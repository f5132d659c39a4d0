import cluster from 'node:cluster';
import { openChannel } from './channel.ts';
import type { QuestionsToParent, QuestionsToServer, ServerChannel } from './questions.ts';

/** How a process ended: its exit code, or the signal that killed it. */
interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that answers requests. */
export interface ServerProcess {
  /** From 1; whatever replaces it has the same number. */
  readonly number: number;
  readonly pid: number | undefined;
  readonly ask: ServerChannel['ask'];
  /** Whether it accepts connections. */
  isServing(): boolean;
  /** Resolves when it does; never if it ends before. */
  readonly served: Promise<void>;
  readonly ended: Promise<End>;
}

/** Starts this program again as a server process. @param prepare says what it is answered. */
export function forkServer(number: number, prepare: (channel: ServerChannel) => void): ServerProcess {
  const worker = cluster.fork();
  const channel = openChannel<QuestionsToServer, QuestionsToParent>(worker.process);
  const served = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<End>();
  let state: 'starting' | 'serving' | 'ended' = 'starting';
  channel.answer('serving', () => {
    state = 'serving';
    served.resolve();
    return null;
  });
  prepare(channel);
  worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
    state = 'ended';
    ended.resolve({ code, signal });
  });
  return {
    number,
    pid: worker.process.pid,
    ask: channel.ask,
    isServing: () => state === 'serving',
    served: served.promise,
    ended: ended.promise,
  };
}
