import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '../../../..');

/** Those send statements for others. */
const GO_BETWEENS = /^server\/src\/(?:data-plane|group-commit)\//;
/** They are around each query. */
const WRAPPERS = /(?:record-statements|find-sender|replace-dead-connections)\.ts$/;
const OF_TESTS = /\.test\.ts$|\/testing\//;
const PRODUCT = /^(?:server|db)\/src\//;

/** Deep enough for what waits for a statement that an ORM builds. */
const FRAMES = 40;

/** Migrations go over whole tables, each once. */
const OF_MIGRATIONS = /node_modules\/@mikro-orm\/migrations\/|^db\/src\/(?:migrat|distribution\/)/;

/**
 * Which file of the product sends the statement that is just being sent: none if it is one of tests.
 *
 * @returns `inside` where a pool sends what it was given, which has been seen already, or a migration.
 */
export function findSender(): string | undefined | 'inside' {
  const files = callers();
  if (files[0]?.includes('node_modules/pg-pool/')) return 'inside';
  if (files.some((file) => OF_MIGRATIONS.test(file))) return 'inside';
  const own = files.filter((file) => PRODUCT.test(file) || OF_TESTS.test(file));
  return nameSender(own.find((file) => !GO_BETWEENS.test(file)) ?? own[0]);
}

const nameSender = (file: string | undefined) => {
  // What is sent by a timer's turn or a library has no caller that is known: it is none of a test, which waits for it.
  if (file === undefined) return 'unknown';
  return OF_TESTS.test(file) ? undefined : file;
};

/** The files that lead here, nearest first. */
function callers(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('where');
  Error.stackTraceLimit = stackTraceLimit;
  return [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.[cm]?[jt]s)/g)]
    .map(([, path = '']) => relative(ROOT, path.startsWith('file:') ? fileURLToPath(path) : path))
    .filter((file) => !WRAPPERS.test(file));
}
