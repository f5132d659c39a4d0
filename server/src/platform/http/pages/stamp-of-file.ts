import { stat } from 'node:fs/promises';

/** Tells one file in a place from the next; undefined where there is none. */
export async function stampOfFile(path: string): Promise<string | undefined> {
  try {
    const { ino, mtimeMs, size } = await stat(path);
    return `${ino} ${mtimeMs} ${size}`;
  } catch {
    return undefined;
  }
}
