import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfExists } from '../read-or-create.ts';
import { isAlive } from './is-alive.ts';

/** A PostgreSQL running on a data folder, as described by its postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  /** The folder of its unix socket. */
  readonly socketFolder: string;
  readonly status: 'starting' | 'ready' | 'stopping' | 'other';
}

/**
 * Returns the PostgreSQL running on the data folder `cluster`, if any. A postmaster.pid left by a crash does not count:
 * its process is gone, or its pid now belongs to another program.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readIfExists(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isPostgresOn(pid, cluster)) return undefined;
  const status = lines[7]?.trim();
  return {
    pid,
    socketFolder: lines[4] ?? '',
    status: status === 'ready' || status === 'stopping' || status === 'starting' ? status : 'other',
  };
}

/**
 * Removes a postmaster.pid whose pid now belongs to another program, which is common in containers, where pids are
 * small: PostgreSQL would take that program for its predecessor. The file of a dead process is left to PostgreSQL,
 * which makes further checks before it removes it.
 */
export function clearReusedPid(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number(readIfExists(file)?.split('\n')[0]);
  if (pid > 0 && isAlive(pid) && !isPostgresOn(pid, cluster)) rmSync(file, { force: true });
}

function isPostgresOn(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  const command = readCommandLine(pid);
  // When in doubt, assume it is: two servers on one data folder would destroy it.
  if (command === undefined) return true;
  if (!command.some((word) => word.includes('postgres') || word.includes('postmaster'))) return false;
  const folder = command[command.indexOf('-D') + 1];
  if (!command.includes('-D') || folder === undefined) return true;
  return realpathIfExists(folder) === realpathIfExists(cluster);
}

function readCommandLine(pid: number): string[] | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).split(' ');
  } catch {
    return undefined;
  }
}

function realpathIfExists(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
