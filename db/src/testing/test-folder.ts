import { constants, existsSync, readdirSync } from 'node:fs';
import { access, chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../embedded/processes/is-alive.ts';

/** A file system in memory, on Linux. Tests create and delete so many files that a disk takes a fifth more CPU time. */
const inMemory = '/dev/shm';

/** More than all tests together have needed at one time. */
const neededBytes = 4 * 2 ** 30;

/** Folders of this process's tests; the pid in the name says whose they are. */
const nameOf = (pid: number) => `tributary-test-${pid}-`;

/**
 * Makes an empty folder for what only has to last for a test run: in memory if there is plenty of it, otherwise where
 * the system has its temporary files. First removes from memory what runs that were killed have left there.
 *
 * @param memory where to look for a file system in memory
 */
export async function makeTestFolder(memory = inMemory): Promise<string> {
  if (existsSync(memory)) await removeLeftovers(memory);
  const parent = (await hasRoom(memory)) ? memory : tmpdir();
  const folder = await mkdtemp(join(parent, nameOf(process.pid)));
  // As root, PostgreSQL runs as another user, who must be able to traverse it.
  await chmod(folder, 0o711);
  return folder;
}

async function hasRoom(folder: string): Promise<boolean> {
  if (process.availableMemory() < neededBytes) return false;
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}

/** What is on a disk goes when the system cleans it up; what is in memory would take it until the next start. */
async function removeLeftovers(memory: string): Promise<void> {
  for (const name of readdirSync(memory)) {
    const pid = Number(/^tributary-test-(\d+)-/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    // It may belong to another user.
    await rm(join(memory, name), { recursive: true, force: true }).catch(() => {});
  }
}
