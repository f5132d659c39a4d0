import { accessSync, chownSync, constants, copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SystemUser } from './choose-placement.ts';

/** A short path of its own: a socket's path may have 107 bytes only, and a data folder's may be longer. */
export function makeSocketFolder(user: SystemUser | undefined): string {
  const folder = mkdtempSync(join(isWritable('/tmp') ? '/tmp' : tmpdir(), 'tributary-'));
  fillSocketFolder(folder, user);
  return folder;
}

/**
 * Puts what a run of PostgreSQL needs into the folder of its socket, also where an earlier run has removed it: the
 * supervisor, for PostgreSQL's user may not be able to read the one in the checkout.
 */
export function fillSocketFolder(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyFileSync(join(import.meta.dirname, 'supervisor.sh'), supervisorOf(folder));
  if (user) for (const path of [supervisorOf(folder), folder]) chownSync(path, user.uid, user.gid);
}

/** The script that runs PostgreSQL with its socket in `folder`. */
export const supervisorOf = (folder: string): string => join(folder, 'supervisor.sh');

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
