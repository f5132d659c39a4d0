import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { LedgerRig } from '../ledger/ledger-rig.ts';
import { type LedgerReport, runLedger } from '../ledger/run-ledger.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** How long the disk stays full, in ms. */
const FULL_MS = 5000;

/**
 * Fills the disk of PostgreSQL under load, frees it again, and compares what was confirmed with what is stored.
 * Undefined where this user cannot mount one.
 */
export async function fillDisk(): Promise<LedgerReport | undefined> {
  const disk = await mountSmallDisk('400m');
  try {
    return disk && (await loadDisk(disk));
  } finally {
    await disk?.remove();
  }
}

async function loadDisk(disk: SmallDisk): Promise<LedgerReport> {
  const postgres = await startEmbeddedPostgres({ dataDir: disk.dataDir });
  const rig = new LedgerRig(postgres.url);
  try {
    await rig.startServer();
    const apps = await rig.seed(4, 3);
    return await runLedger({
      databaseUrl: postgres.url,
      apps,
      origins: rig.origins,
      devices: 24,
      seconds: 5,
      duplicates: 0.3,
      async disturb() {
        for (const until = Date.now() + FULL_MS; Date.now() < until; await pause(100)) await disk.fill();
        await disk.free();
      },
    });
  } finally {
    await rig.close();
    await postgres.stop();
  }
}
