import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Reads the file at `path`, which is made with what `make` returns and mode 0600 where there is none.
 * Several processes may do so at once: all of them get the same content, and never half of it.
 */
export function readOrCreate(path: string, make: () => string): string {
  const existing = readIfThere(path);
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

/** The file's text, or undefined where there is no such file. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
