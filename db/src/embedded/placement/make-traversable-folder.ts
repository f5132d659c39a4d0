import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Creates `parent` and the folders below it; other users may traverse each of them, whatever the umask. */
export function makeTraversableFolder(parent: string, ...below: string[]): string {
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
