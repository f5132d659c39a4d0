import {
  accessSync,
  chownSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SystemUser } from '../placement/choose-placement.ts';
import { findIdentified, identify } from '../processes/process-identity.ts';
import { readIfExists } from '../read-or-create.ts';

/** Creates a folder with a short path: a socket's path is limited to 107 bytes, and the data folder's may be longer. */
export function makeSocketFolder(user: SystemUser | undefined): string {
  const folder = mkdtempSync(join(isWritable('/tmp') ? '/tmp' : tmpdir(), 'tributary-'));
  fillSocketFolder(folder, user);
  return folder;
}

/**
 * Puts what a run of PostgreSQL needs into its socket's folder, which an earlier run may have removed: the process that
 * owns it, and the supervisor script, since PostgreSQL's user may not be able to read the one in the checkout.
 */
export function fillSocketFolder(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyFileSync(join(import.meta.dirname, 'supervisor.sh'), supervisorOf(folder));
  writeFileSync(ownerOf(folder), identify(process.pid));
  if (user)
    for (const path of [supervisorOf(folder), ownerOf(folder), folder]) chownSync(path, user.uid, user.gid);
}

/** The script that runs PostgreSQL with its socket in `folder`. */
export const supervisorOf = (folder: string): string => join(folder, 'supervisor.sh');

const ownerOf = (folder: string) => join(folder, 'owner');

/** Announces that this process and its PostgreSQL are about to end, so that a successor waits for them. */
export function disownSocketFolder(folder: string): void {
  rmSync(ownerOf(folder), { force: true });
}

/** The process whose PostgreSQL has its socket in `folder`; undefined if it has ended or is about to. */
export function findOwner(folder: string): number | undefined {
  return findIdentified(readIfExists(ownerOf(folder)) ?? '');
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
