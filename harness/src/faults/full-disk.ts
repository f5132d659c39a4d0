import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findCluster } from '@tributary/db/embedded/choose-placement';
import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { LedgerRig } from '../ledger/ledger-rig.ts';
import { type LedgerReport, runLedger } from '../ledger/run-ledger.ts';

const run = promisify(execFile);

const DISK = '400m';
/** How long the disk stays full, in ms. */
const FULL_MS = 5000;

/**
 * Fills the disk of PostgreSQL (a tmpfs) under load, frees it again, and compares what was confirmed with what is stored.
 * Undefined where this user cannot mount one.
 */
export async function fillDisk(): Promise<LedgerReport | undefined> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-full-disk-'));
  await chmod(dataDir, 0o711);
  const disk = join(findCluster(dataDir), '..');
  try {
    await run('mkdir', ['-p', disk]);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0711`, 'tmpfs', disk]);
  } catch {
    await rm(dataDir, { recursive: true, force: true });
    return undefined;
  }
  try {
    return await loadDisk(dataDir, disk);
  } finally {
    await run('umount', ['-l', disk]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function loadDisk(dataDir: string, disk: string): Promise<LedgerReport> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const rig = new LedgerRig(postgres.url);
  try {
    await rig.startServer();
    const apps = await rig.seed(4, 3);
    const ballast = join(disk, 'ballast');
    return await runLedger({
      databaseUrl: postgres.url,
      apps,
      origins: rig.origins,
      devices: 24,
      seconds: 5,
      duplicates: 0.3,
      async disturb() {
        // PostgreSQL reuses what it has; so everything free is taken, again and again.
        const until = Date.now() + FULL_MS;
        for (let part = 0; Date.now() < until; part++) {
          const { bavail, bsize } = await statfs(disk);
          const bytes = Buffer.alloc(Number(bavail) * Number(bsize));
          await writeFile(`${ballast}-${part % 50}`, bytes, { flag: 'a' }).catch(() => {});
          await pause(100);
        }
        await run('sh', ['-c', `rm -f ${ballast}-*`]);
      },
    });
  } finally {
    await rig.close();
    await postgres.stop();
  }
}
