// The stamp records which package-lock.json the installed modules came from, for which platform, and which set they
// are: `runtime`, what the service needs, or `all`, which adds the development tools.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSpare } from './trim-modules.mjs';

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

/** Whether npm's record agrees with package-lock.json, as it does after a manual `npm ci` or `npm install`. */
function recordFits(root, set) {
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const installed = packagesOf(recordOf(root));
  const locked = packagesOf(join(root, 'package-lock.json'));
  const spare = set === 'runtime' ? findSpare(locked) : new Set();
  const isForThisMachine = ({ os, cpu }) => allows(os, process.platform) && allows(cpu, process.arch);
  return (
    Object.values(installed).every(isForThisMachine) &&
    Object.entries(locked).every(([path, entry]) => {
      if (path === '' || spare.has(path)) return true;
      if (path in installed) return installed[path].version === entry.version && existsSync(join(root, path));
      return entry.optional === true || (entry.dev === true && set === 'runtime');
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

/**
 * Which set was installed completely from the current package-lock.json on this platform: `all`, `runtime`, or
 * undefined.
 */
function findInstalled(root) {
  for (const set of ['all', 'runtime']) {
    if (holds(() => readFileSync(stampOf(root), 'utf8') === `${wanted(root)} ${set}`)) return set;
  }
  for (const set of ['all', 'runtime']) {
    if (!holds(() => recordFits(root, set))) continue;
    // In a checkout owned by another user the stamp cannot be written, and the longer check runs at every start.
    holds(() => writeStamp(root, set));
    return set;
  }
  return undefined;
}

/** Whether node_modules contains what a program with the requirement `set` needs. */
export function installedFits(root, set) {
  const installed = findInstalled(root);
  return installed === 'all' || installed === set;
}

/** Called when an install of `set` has finished. */
export function writeStamp(root, set) {
  writeFileSync(stampOf(root), `${wanted(root)} ${set}`);
}

/** Called before an install that replaces the modules, which may be interrupted at any moment. */
export function removeStamp(root) {
  rmSync(stampOf(root), { force: true });
  rmSync(recordOf(root), { force: true });
}
