import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRig } from './fault-rig.ts';
import { type Fault, freeze, kill, killDatabase } from './inject-fault.ts';
import type { FaultyOperation } from './operation.ts';

/** What a kind of fault did to an operation. */
export interface FaultReport {
  readonly name: string;
  readonly moments: number;
  /** Faults that came after the operation had ended. */
  readonly late: number;
  /** How long the operation takes undisturbed, in ms. */
  readonly typicalMs: number;
  readonly wrong: readonly string[];
}

export interface FaultOptions {
  /** How often each operation's process is killed. */
  readonly moments: number;
  /** How often PostgreSQL is frozen, and how often it is killed, in each operation. */
  readonly databaseMoments: number;
  readonly freezeMs: number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly onMoment?: (name: string, done: number) => void;
}

let rounds = 0;

/** Places every kind of fault in an operation, at moments spread over its duration. */
export async function* runFaults(
  rig: FaultRig,
  operation: FaultyOperation,
  options: FaultOptions,
): AsyncGenerator<FaultReport> {
  // The first one also warms up.
  await measure(rig, operation);
  const typicalMs = await measure(rig, operation);
  const kinds: readonly [string, Fault, number][] = [
    ['killed', kill, options.moments],
    ['PostgreSQL killed', killDatabase, options.databaseMoments],
    ['PostgreSQL frozen', freeze(options.freezeMs), options.databaseMoments],
  ];
  for (const [kind, fault, moments] of kinds) {
    const name = `${operation.name}: ${kind}`;
    const wrong: string[] = [];
    let late = 0;
    for (let moment = 0; moment < moments; moment++) {
      const afterMs = ((moment + options.random()) / moments) * typicalMs;
      const found = await disturb(rig, operation, fault, afterMs);
      if (found.wasLate) late++;
      wrong.push(...found.wrong.map((problem) => `after ${Math.round(afterMs)} ms: ${problem}`));
      options.onMoment?.(name, moment + 1);
    }
    yield { name, moments, late, typicalMs, wrong };
  }
}

async function measure(rig: FaultRig, operation: FaultyOperation): Promise<number> {
  const round = await operation.prepare(rig, rounds++);
  const startedAt = performance.now();
  await (await round.start()).ended;
  const took = performance.now() - startedAt;
  const wrong = await round.complete();
  if (wrong.length > 0) throw new Error(`${operation.name}, undisturbed: ${wrong.join('; ')}`);
  return took;
}

async function disturb(rig: FaultRig, operation: FaultyOperation, fault: Fault, afterMs: number) {
  const round = await operation.prepare(rig, rounds++);
  const running = await round.start();
  let hasEnded = false;
  const ended = running.ended.finally(() => {
    hasEnded = true;
  });
  await pause(afterMs);
  const wasLate = hasEnded;
  await fault(rig, running);
  await ended.catch(() => {});
  await rig.untilUp();
  return { wasLate, wrong: await round.complete() };
}
