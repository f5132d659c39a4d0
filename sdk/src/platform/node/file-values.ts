import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyValueStore } from '../platform.ts';
import { writeOrRemove } from './write-or-remove.ts';

/** Small values, one file each. A value is replaced as a whole or not at all. */
export function createFileValues(directory: string): KeyValueStore {
  const pathOf = (key: string) => join(directory, key);

  async function get(key: string): Promise<string | undefined> {
    return readFile(pathOf(key), 'utf8').catch((error: NodeJS.ErrnoException) => {
      // Below a file, too, nothing can be stored.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
  }

  async function writeTemporary(key: string, value: string): Promise<string> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const temporary = `${pathOf(key)}.${randomUUID()}.tmp`;
    await writeOrRemove(temporary, value);
    return temporary;
  }

  /** The value of the process that created it first. */
  async function createOnce(key: string, value: string): Promise<string> {
    const temporary = await writeTemporary(key, value);
    // A link appears with its content in place, and only one process can create it.
    await link(temporary, pathOf(key))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      })
      .finally(() => rm(temporary, { force: true }));
    return (await get(key)) ?? value;
  }

  return {
    get,
    async set(key, value) {
      await rename(await writeTemporary(key, value), pathOf(key));
    },
    async setIfAbsent(key, value, isValid = () => true) {
      for (let version = 1; ; version++) {
        // One that is damaged stays where it is, and all processes go on to the same next name.
        const name = version === 1 ? key : `${key}.${version}`;
        const known = await get(name);
        const stored = known ?? (await createOnce(name, value));
        if (isValid(stored)) return stored;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
