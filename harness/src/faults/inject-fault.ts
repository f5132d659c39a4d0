import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRig } from './fault-rig.ts';
import type { Running } from './operation.ts';

/** What happens while an operation is under way. Resolves when the machine is whole again. */
export type Fault = (rig: FaultRig, running: Running) => Promise<void>;

/** Kills the process that works. */
export const kill: Fault = async (_rig, { process: child }) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** Stops every process of PostgreSQL for a while, as a hung disk does. */
export const freeze =
  (ms: number): Fault =>
  async (rig) => {
    const pids = processesOfPostgres(rig);
    signal(pids, 'SIGSTOP');
    await pause(ms);
    signal(pids, 'SIGCONT');
  };

/** Kills a process of PostgreSQL: all sessions end, and it recovers from its log. */
export const killDatabase: Fault = async (rig) => {
  const [postmaster = 0, ...others] = processesOfPostgres(rig);
  const before = startOf(postmaster);
  signal(others.slice(-1), 'SIGKILL');
  await pause(500);
  await rig.untilUp();
  if (startOf(postmaster) !== before) throw new Error('the postmaster did not survive');
};

/** The postmaster and its children, the youngest last. */
function processesOfPostgres({ postgres }: FaultRig): number[] {
  const postmaster = Number(readFileSync(join(postgres.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)?.[1] === String(postmaster));
  return [postmaster, ...children.sort((a, b) => Number(startOf(a)) - Number(startOf(b)))];
}

const startOf = (pid: number) => statOf(pid)?.[19];

/** The fields of /proc/<pid>/stat behind the name: the state, the parent, and so on. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}
