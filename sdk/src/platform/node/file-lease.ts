import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Lease } from '../platform.ts';

interface LeaseRecord {
  owner: string;
  host: string;
  pid: number;
  /** Unix ms; 0 once it was given up. */
  expiresAt: number;
}

/**
 * A lease in a folder, kept as the numbered file with the highest number. To take it over is to create the
 * next number, which only one process can do; so two that find the same lease run out cannot both get it.
 * The lease of a process that is dead on this host counts as run out.
 */
export async function openFileLease(directory: string): Promise<Lease> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const owner = randomUUID();
  const pathOf = (number: number) => join(directory, String(number));

  async function numbers(): Promise<number[]> {
    const names = await readdir(directory);
    return names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  }

  async function writeAside(expiresAt: number): Promise<string> {
    const record: LeaseRecord = { owner, host: hostname(), pid: process.pid, expiresAt };
    const aside = join(directory, `${randomUUID()}.tmp`);
    await writeFile(aside, JSON.stringify(record), { mode: 0o600 });
    return aside;
  }

  async function takeOver(latest: number, expiresAt: number): Promise<boolean> {
    const next = latest + 1;
    const aside = await writeAside(expiresAt);
    const created = await link(aside, pathOf(next)).then(
      () => true,
      () => false,
    );
    await rm(aside, { force: true });
    if (!created) return false;
    const all = await numbers();
    // Someone may have gone past this number and cleared it away between the look and the link.
    const older = all.filter((number) => number < Math.max(next, ...all));
    await Promise.all(older.map((number) => rm(pathOf(number), { force: true })));
    return Math.max(next, ...all) === next;
  }

  return {
    async acquire(now, ttlMs) {
      const latest = (await numbers()).at(-1) ?? 0;
      const held = await readLease(pathOf(latest));
      if (held?.owner === owner) {
        await rename(await writeAside(now + ttlMs), pathOf(latest));
        return true;
      }
      if (held && isInForce(held, now, ttlMs)) return false;
      return takeOver(latest, now + ttlMs);
    },
    async release() {
      const latest = (await numbers()).at(-1) ?? 0;
      const held = await readLease(pathOf(latest));
      if (held?.owner === owner) await rename(await writeAside(0), pathOf(latest));
    },
  };
}

/** An end further off than any lease lasts comes from a clock that was set back since. */
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
