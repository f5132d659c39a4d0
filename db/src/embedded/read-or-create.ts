import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Reads the file at `path`, creating it with the result of `make` and mode 0600 if it does not exist.
 * Several processes may call it at once: all get the same content, never a part of it.
 */
export function readOrCreate(path: string, make: () => string): string {
  const existing = readIfExists(path);
  if (existing !== undefined) return existing;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8');
}

/** The file's text, or undefined if there is no such file. */
export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
