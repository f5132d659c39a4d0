import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Makes `parent` and the folders below it, each of which others may pass through whatever the umask says. */
export function makePassableFolder(parent: string, ...below: string[]): string {
  let folder = parent;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  for (const name of below) {
    folder = join(folder, name);
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o711);
  }
  return folder;
}
