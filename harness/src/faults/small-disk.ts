import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCluster } from '@tributary/db/embedded/placement/choose-placement';

const run = promisify(execFile);

/** A disk of its own (a tmpfs) for the data of one PostgreSQL. */
export interface SmallDisk {
  /** For `startEmbeddedPostgres`. */
  readonly dataDir: string;
  /** Takes everything that is free. PostgreSQL reuses what it has: so this may be needed again. */
  fill(): Promise<void>;
  /** Gives back what `fill` took. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** @param size as mount takes it. @returns undefined where this user cannot mount one */
export async function mountSmallDisk(size: string): Promise<SmallDisk | undefined> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-full-disk-'));
  await chmod(dataDir, 0o711);
  const disk = join(findCluster(dataDir), '..');
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    await mkdir(disk, { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', disk]);
  } catch {
    await remove();
    return undefined;
  }
  const ballast = join(disk, 'ballast');
  let parts = 0;
  return {
    dataDir,
    async fill() {
      const { bavail, bsize } = await statfs(disk);
      const bytes = Buffer.alloc(Number(bavail) * Number(bsize));
      await writeFile(`${ballast}-${parts++ % 50}`, bytes, { flag: 'a' }).catch(() => {});
    },
    async free() {
      for (let part = 0; part < Math.min(parts, 50); part++) await rm(`${ballast}-${part}`, { force: true });
    },
    async remove() {
      await run('umount', ['-l', disk]);
      await remove();
    },
  };
}
