import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyValueStore } from '../platform.ts';
import { writeOrRemove } from './write-or-remove.ts';

/** A file that has not changed for so long has not done so within the same tick of its clock either. */
const SURELY_OLD_MS = 2000;

/** What is in the place of a value. */
const FOLDER = Symbol('folder');

function markFolder(error: NodeJS.ErrnoException): typeof FOLDER {
  if (error.code === 'EISDIR') return FOLDER;
  throw error;
}

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

  const seen = new Map<string, { mark: string; value: string }>();

  /** Read again only if it is another file, or so young that it may have been replaced within a tick of its clock. */
  function peek(key: string): string | null | undefined {
    try {
      const found = statSync(pathOf(key), { throwIfNoEntry: false });
      // A folder that is missing, or has been deleted, says nothing.
      if (!found) return existsSync(directory) ? null : undefined;
      const mark = `${found.ino} ${found.ctimeMs} ${found.size}`;
      const known = seen.get(key);
      if (known?.mark === mark) return known.value;
      const value = readFileSync(pathOf(key), 'utf8');
      if (Math.abs(Date.now() - found.ctimeMs) > SURELY_OLD_MS) seen.set(key, { mark, value });
      return value;
    } catch {
      return undefined;
    }
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
    peek,
    async set(key, value) {
      await rename(await writeTemporary(key, value), pathOf(key));
    },
    async setIfAbsent(key, value, isValid = () => true) {
      for (let version = 1; ; version++) {
        // One that is damaged stays where it is, and all processes go on to the same next name.
        const name = version === 1 ? key : `${key}.${version}`;
        const known = await get(name).catch(markFolder);
        if (known === FOLDER) continue;
        const stored = known ?? (await createOnce(name, value));
        if (isValid(stored)) return stored;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
