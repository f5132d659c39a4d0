// The stamp says which package-lock.json the installed modules came from, and for which platform.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampOf = (root) => join(root, 'node_modules/.installed');

function wanted(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  // A checkout shared between machines (a mounted folder) holds the binaries of one platform only.
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
}

/** Whether node_modules was installed completely from the present package-lock.json on this platform. */
export function installedFits(root) {
  try {
    return readFileSync(stampOf(root), 'utf8') === wanted(root);
  } catch {
    return false;
  }
}

/** Called at the end of every install, npm's own included (`postinstall`), since only a finished one gets there. */
export function writeStamp(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stampOf(root), wanted(root));
}

export function removeStamp(root) {
  rmSync(stampOf(root), { force: true });
}
