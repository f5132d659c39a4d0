import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { startTestPostgres } from '../db/src/testing/start-test-postgres.ts';
import { checkRecordedStatements } from '../db/src/testing/statements/check-recorded-statements.ts';
import { ensureTemplateDatabase } from '../db/src/testing/template-database.ts';
import { makeTestFolder } from '../db/src/testing/test-folder.ts';
import { formatTestCounts, readTestCounts } from './read-test-counts.ts';
import type { TestSet } from './test-sets.ts';

// `npm test`: lint, types and the tests of all packages but the slow ones (test-sets.ts) on one PostgreSQL, the one at
// TEST_DATABASE_URL or a temporary one. `npm run test:slow`, with --slow: the slow ones alone. With TEST_OLD_POSTGRES both
// sets. Arguments are passed to turbo: `npm test -- --filter=@tributary/db` tests one package. The import rules, which
// `npm run lint` has beside `lint:files`, are judged by import-rules.test.ts, which reads all sources anyway.

const root = join(import.meta.dirname, '..');
const parts = {
  fast: ['scripts', 'db', 'sdk', 'server', 'client', 'console', 'harness', 'guide'],
  slow: ['db', 'sdk', 'server', 'client', 'console', 'harness'],
};
const tasks = { fast: ['lint:files', 'typecheck', 'test', 'test:scripts'], slow: ['test'] };

/** Runs turbo and returns its exit code, or 130 if a signal ended it. What it says of tasks that failed goes to `failures` too. */
function runTurbo(args: readonly string[], env: NodeJS.ProcessEnv, failures: string): Promise<number> {
  const always = ['--continue', '--concurrency=2', '--no-daemon', '--ui=stream', '--output-logs=new-only'];
  const turbo = spawn('turbo', ['run', ...args, ...always], {
    cwd: root,
    env: { ...env, TURBO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  passOn(turbo.stdout, process.stdout, failures);
  passOn(turbo.stderr, process.stderr, failures);
  // Signals go to the tests; this process keeps running until they are done, and stops PostgreSQL after them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => turbo.kill(signal));
  return new Promise((resolve, reject) => {
    turbo.on('error', reject);
    turbo.on('close', (code) => resolve(code ?? 130));
  });
}

/** A task may fail without a failed test: lint, types, a process that died. Only turbo's own lines tell which one. */
function passOn(from: Readable, to: Writable, failures: string): void {
  createInterface({ input: from }).on('line', (line) => {
    to.write(`${line}\n`);
    if (/ERROR {2}\S|^ *Failed: /.test(line)) appendFileSync(failures, `failed task: ${line.trim()}\n`);
  });
}

/** Holds what the tests have sent to what Citus allows; on an old PostgreSQL nothing was recorded. */
async function checkStatements(folder: string, isWhole: boolean, failures: string): Promise<boolean> {
  if (process.env.TEST_OLD_POSTGRES) return true;
  const wrong = await checkRecordedStatements(folder, isWhole);
  for (const line of wrong) appendFileSync(failures, `failed statement: ${line}\n`);
  return wrong.length === 0;
}

/** Those that arguments select, or the whole of a set. */
async function runTests(set: TestSet, args: readonly string[]): Promise<number> {
  const own = process.env.TEST_DATABASE_URL ? undefined : await startTestPostgres();
  const databaseUrl = process.env.TEST_DATABASE_URL || (own?.url ?? '');
  // All that the tests write in the folder for temporary files goes with it.
  const folder = await makeTestFolder();
  const counts = join(folder, 'counts');
  const packages = join(folder, 'packages');
  const statements = process.env.TEST_STATEMENTS_DIR || join(folder, 'statements');
  try {
    await mkdir(counts);
    await mkdir(packages);
    await mkdir(statements, { recursive: true });
    await ensureTemplateDatabase(databaseUrl);
    const env = {
      ...process.env,
      TMPDIR: folder,
      TEST_DATABASE_URL: databaseUrl,
      TEST_COUNTS_DIR: counts,
      TEST_STATEMENTS_DIR: statements,
      TEST_PACKAGES_DIR: packages,
      ...(!process.env.TEST_OLD_POSTGRES && { TEST_SET: set }),
      // The compiler, which is in Go, takes a quarter less processor time if it collects garbage more rarely.
      GOGC: process.env.GOGC ?? '400',
    };
    const failures = join(counts, 'failures.txt');
    const code = await runTurbo([...tasks[set], ...args], env, failures);
    // Arguments may select packages; without arguments every package must have reported.
    const total = readTestCounts(counts, args.length === 0 ? parts[set] : []);
    // The slow ones are the last, and where they add to what the others have sent, both are there.
    const isWhole = set === 'slow' && !!process.env.TEST_STATEMENTS_DIR && args.length === 0 && code === 0;
    const isCitusReady = await checkStatements(statements, isWhole, failures);
    // A failed lint, type check or statement counts as a failure even if all tests pass.
    const failed = (code !== 0 || !isCitusReady) && total.failed === 0 ? 1 : total.failed;
    if (existsSync(failures)) process.stdout.write(`\n${readFileSync(failures, 'utf8')}`);
    process.stdout.write(`\n${formatTestCounts({ ...total, failed })}\n`);
    return code === 0 && failed > 0 ? 1 : code;
  } finally {
    await own?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const [first, ...others] = process.argv.slice(2);
process.exitCode =
  first === '--slow' ? await runTests('slow', others) : await runTests('fast', process.argv.slice(2));
