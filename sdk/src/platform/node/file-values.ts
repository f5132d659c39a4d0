import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyValueStore } from '../platform.ts';

/** Small values, one file each. A value is replaced as a whole or not at all. */
export function createFileValues(directory: string): KeyValueStore {
  const pathOf = (key: string) => join(directory, key);

  async function get(key: string): Promise<string | undefined> {
    return readFile(pathOf(key), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  async function writeTemporary(key: string, value: string): Promise<string> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const temporary = `${pathOf(key)}.${randomUUID()}.tmp`;
    await writeFile(temporary, value, { mode: 0o600 });
    return temporary;
  }

  return {
    get,
    async set(key, value) {
      await rename(await writeTemporary(key, value), pathOf(key));
    },
    async setIfAbsent(key, value) {
      const temporary = await writeTemporary(key, value);
      // A link appears with its content in place, and only one process can create it.
      await link(temporary, pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      await rm(temporary, { force: true });
      return (await get(key)) ?? value;
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
