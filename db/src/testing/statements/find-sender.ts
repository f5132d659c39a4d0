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
  return filesOfStack()
    .map((file) => nameInRepository(file))
    .filter((name): name is string => name !== undefined);
}

/** Their names alone: Vitest looks up the line of each frame in a source map, which took more than the statement. */
function filesOfStack(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  let files: (string | null | undefined)[] = [];
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_, sites) => {
    files = sites.map((site) => site.getFileName());
  };
  // They are prepared when it is read.
  void new Error('where').stack;
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return files.filter((file): file is string => typeof file === 'string');
}

const names = new Map<string, string | undefined>();

/** None for what is no file of code, or one of the wrappers. */
function nameInRepository(file: string): string | undefined {
  if (!names.has(file)) names.set(file, findName(file));
  return names.get(file);
}

function findName(file: string): string | undefined {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  if (!/^\/.*\.[cm]?[jt]s$/.test(path) || WRAPPERS.test(path)) return undefined;
  return relative(ROOT, path);
}
