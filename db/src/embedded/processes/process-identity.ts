import { readFileSync } from 'node:fs';
import { isAlive } from './is-alive.ts';

/** Identifies a process by its pid and, if /proc has it, its start time, since pids are reused. */
export function identify(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return `${pid} -`;
  }
}

/** The pid of the process that `identify` described, or undefined if it no longer runs. */
export function findIdentified(identity: string): number | undefined {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && isAlive(pid) && identify(pid) === identity ? pid : undefined;
}
