import { rm, writeFile } from 'node:fs/promises';

/** Writes a file that only its user can read; leaves none behind if that fails, as on a full disk. */
export async function writeOrRemove(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600 });
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}
