import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { findPostmaster } from '../processes/find-postmaster.ts';
import { readOwner } from './data-elsewhere.ts';

/**
 * Removes, below `parent`, the data of temporary data folders that no longer exist, such as tests leave behind. Data
 * of any other missing data folder stays: its disk may just not be mounted.
 */
export function removeOrphanedClusters(parent: string): void {
  if (!existsSync(parent)) return;
  const temporary = [realpathSync(tmpdir()), '/tmp', '/var/tmp', '/dev/shm'];
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const dataDir = readOwner(folder);
    if (dataDir === undefined || existsSync(dataDir) || findPostmaster(join(folder, 'postgres'))) continue;
    if (temporary.some((place) => dataDir.startsWith(place + sep)))
      rmSync(folder, { recursive: true, force: true });
  }
}
