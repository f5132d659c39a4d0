import type { ChildProcess } from 'node:child_process';
import type { FaultRig } from './fault-rig.ts';

/** An operation under way in another process. */
export interface Running {
  /** What is killed. */
  readonly process: ChildProcess;
  /** Resolves when the operation has ended, whatever its outcome. */
  readonly ended: Promise<unknown>;
}

/** One time that an operation is disturbed. */
interface Round {
  start(): Promise<Running>;
  /** Runs the operation again to its end and returns what is wrong then. */
  complete(): Promise<string[]>;
}

/** What must survive every fault. One file each; operations.ts lists them. */
export interface FaultyOperation {
  readonly name: string;
  prepare(rig: FaultRig, round: number): Promise<Round>;
}
