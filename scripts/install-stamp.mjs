// The stamp says which package-lock.json the installed modules came from, and for which platform.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampOf = (root) => join(root, 'node_modules/.installed');
// npm's own record of what it installed, written when it has finished.
const recordOf = (root) => join(root, 'node_modules/.package-lock.json');

function wanted(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  // A checkout shared between machines (a mounted folder) holds the binaries of one platform only.
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
}

const allows = (list, own) =>
  list === undefined || list.includes(own) || list.some((name) => name.startsWith('!'));

/** Whether npm's record agrees with package-lock.json: so it does after somebody's own `npm ci` or `npm install`. */
function recordFits(root) {
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const installed = packagesOf(recordOf(root));
  const isForThisMachine = ({ os, cpu }) => allows(os, process.platform) && allows(cpu, process.arch);
  return (
    Object.values(installed).every(isForThisMachine) &&
    Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, { version, optional }]) => {
      if (path === '') return true;
      return path in installed ? installed[path].version === version : optional === true;
    })
  );
}

function holds(check) {
  try {
    return check();
  } catch {
    return false;
  }
}

/** Whether node_modules was installed completely from the present package-lock.json on this platform. */
export function installedFits(root) {
  if (holds(() => readFileSync(stampOf(root), 'utf8') === wanted(root))) return true;
  if (!holds(() => recordFits(root))) return false;
  // In somebody else's checkout the stamp cannot be written, and the longer check is made at every start.
  holds(() => writeStamp(root));
  return true;
}

/** Called when an install has finished. */
export function writeStamp(root) {
  writeFileSync(stampOf(root), wanted(root));
}

/** Before an install, which may be cut short at any moment. */
export function removeStamp(root) {
  rmSync(stampOf(root), { force: true });
  rmSync(recordOf(root), { force: true });
}
