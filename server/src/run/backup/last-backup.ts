import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const lastBackup = z.object({
  /** When it was begun, Unix ms. */
  at: z.number(),
  /** Where it was written to. */
  file: z.string(),
});

export type LastBackup = z.output<typeof lastBackup>;

const placeIn = (dataDir: string) => join(dataDir, 'last-backup.json');

/** Notes that a backup was made. It holds no secret. A folder that cannot be written to must not make a backup fail. */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(placeIn(dataDir), `${JSON.stringify(backup)}\n`);
  } catch {
    // Then upgrade-check knows of none.
  }
}

/** The last backup that was made with this DATA_DIR; undefined if none is known. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return lastBackup.parse(JSON.parse(await readFile(placeIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
