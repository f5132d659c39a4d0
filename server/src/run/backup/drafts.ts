import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isBackupStart, MAX_HEADER_BYTES } from './backup-header.ts';

/** How often a backup that is being written shows that it is, in ms. */
export const SIGN_OF_LIFE_MS = 5000;

/** A draft without a sign of life for that long belongs to a backup that was killed. */
const DEAD_AFTER_MS = 60_000;

const DRAFT = /\.[0-9a-f]{8}\.part$/;

/** A new name for a backup that is not complete yet. */
export function nameDraft(file: string): string {
  return `${file}.${randomBytes(4).toString('hex')}.part`;
}

/** Removes the drafts of killed backups from the folder of `draft`, which has just been written to. */
export async function removeDeadDrafts(draft: string): Promise<void> {
  const folder = dirname(draft);
  // By the clock of the file system, which may be another machine's.
  const { mtimeMs: now } = await stat(draft);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!DRAFT.test(name) || name === basename(draft)) continue;
    if (await isDead(path, now).catch(() => false)) await rm(path, { force: true });
  }
}

async function isDead(path: string, now: number): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  if (now - mtimeMs < DEAD_AFTER_MS) return false;
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
    return isBackupStart(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
