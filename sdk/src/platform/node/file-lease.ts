import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { toJson } from '../../parsing/to-json.ts';
import type { Lease } from '../platform.ts';
import { writeOrRemove } from './write-or-remove.ts';

interface LeaseRecord {
  owner: string;
  host: string;
  pid: number;
  /** Unix ms; 0 once released. */
  expiresAt: number;
}

/**
 * A lease in a folder: the file with the highest number holds it. Taking it over means creating the next number, which
 * only one process can do, so two processes that find the same lease expired cannot both get it.
 * The lease of a dead process on this host counts as expired.
 *
 * @param owner who holds it: whoever opens it again under the same name still does
 */
export async function openFileLease(directory: string, owner: string = randomUUID()): Promise<Lease> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pathOf = (number: number) => join(directory, String(number));

  async function numbers(): Promise<number[]> {
    const names = await readdir(directory);
    return names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  }

  async function writeTemporary(expiresAt: number): Promise<string> {
    const record: LeaseRecord = { owner, host: hostname(), pid: process.pid, expiresAt };
    const temporary = join(directory, `${randomUUID()}.tmp`);
    await writeOrRemove(temporary, toJson(record));
    return temporary;
  }

  async function takeOver(latest: number, expiresAt: number): Promise<boolean> {
    const next = latest + 1;
    const temporary = await writeTemporary(expiresAt);
    const created = await link(temporary, pathOf(next)).then(
      () => true,
      () => false,
    );
    await rm(temporary, { force: true });
    if (!created) return false;
    const all = await numbers();
    // Another process may have passed this number and removed it between the read and the link.
    const older = all.filter((number) => number < Math.max(next, ...all));
    await Promise.all(older.map((number) => rm(pathOf(number), { force: true })));
    return Math.max(next, ...all) === next;
  }

  return {
    async acquire(now, ttlMs) {
      const latest = (await numbers()).at(-1) ?? 0;
      const held = await readLease(pathOf(latest));
      if (held?.owner === owner) {
        await rename(await writeTemporary(now + ttlMs), pathOf(latest));
        return true;
      }
      if (held && isInForce(held, now, ttlMs)) return false;
      return takeOver(latest, now + ttlMs);
    },
    async release() {
      const latest = (await numbers()).at(-1) ?? 0;
      const held = await readLease(pathOf(latest));
      if (held?.owner === owner) await rename(await writeTemporary(0), pathOf(latest));
    },
  };
}

/** An expiry further away than any lease lasts means that the clock has been set back since. */
function isInForce(held: LeaseRecord, now: number, ttlMs: number): boolean {
  const runs = held.expiresAt > now && held.expiresAt <= now + ttlMs;
  return runs && !(held.host === hostname() && isDead(held.pid));
}

function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function readLease(path: string): Promise<LeaseRecord | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LeaseRecord;
  } catch {
    return undefined;
  }
}
