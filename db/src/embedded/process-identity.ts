import { readFileSync } from 'node:fs';
import { isAlive } from './is-alive.ts';

/** A process as text: its id, and where /proc tells it, when it began, since ids are used again. */
export function identify(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return `${pid} -`;
  }
}

/** The id of the process that `identify` described, or undefined where it runs no longer. */
export function findIdentified(identity: string): number | undefined {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && isAlive(pid) && identify(pid) === identity ? pid : undefined;
}
