import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayRecorded } from '../db/src/testing/statements/replay-recorded.ts';
import { ensureTemplateDatabase } from '../db/src/testing/template-database.ts';
import { requireNodes } from '../db/src/testing/test-cluster.ts';
import { createTestDatabase, dropLeakedDatabases } from '../db/src/testing/test-database.ts';

// `npm run check:citus -- <url of a coordinator>`: what no machine without Citus can see. It migrates a database there,
// runs the tests of what many workers do at once, has Citus plan every statement that those have sent, and plays a click
// that becomes an install, and the ledger of accepted events with servers that are killed. TEST_STATEMENTS_DIR names a
// folder with more statements, as a run of `npm test` with it has recorded them. Takes about ten minutes.

const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/.bin/vitest');

/** In `server`; each of these changes what Citus spreads over nodes, most of them with several workers at once. */
const TESTS = [
  'src/attribution/attribution.test.ts',
  'src/attribution/store',
  'src/attribution/work',
  'src/attribution/clicks',
  'src/privacy/erasure/delete-account.test.ts',
  'src/privacy/exports/export.test.ts',
  'src/imports/links',
  'src/ingest/store',
  'src/links/rules',
  'src/payments/record',
  'src/postbacks/consent/withdrawn-consent.test.ts',
  'src/postbacks/outbox',
  'src/privacy/retention/clicks.test.ts',
  'src/privacy/retention/retention.test.ts',
];

const LEDGER = ['--kills', '3', '--database-kills', '0', '--minutes', '0.5', '--devices', '24'];

/** Runs a program of Node in a folder; whether it ended well. */
function run(folder: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const options = { cwd: join(root, folder), env: { ...process.env, ...env }, stdio: 'inherit' } as const;
  const child = spawn(process.execPath, args, options);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

async function checkCitus(url: string): Promise<string[]> {
  await requireNodes(url);
  const statements = await mkdtemp(join(tmpdir(), 'tributary-statements-'));
  const testRun = randomBytes(4).toString('hex');
  const failed: string[] = [];
  const step = async (title: string, work: () => Promise<boolean>) => {
    console.log(`\n== ${title}`);
    if (!(await work())) failed.push(title);
  };
  try {
    const env = { TEST_DATABASE_URL: url, TEST_STATEMENTS_DIR: statements };
    Object.assign(process.env, {
      TEST_DATABASE_URL: url,
      TEST_TEMPLATE: await ensureTemplateDatabase(url),
      TEST_RUN: testRun,
    });
    await step('tests of many workers', () => run('server', [vitest, 'run', ...TESTS], env));
    await step('plans of what they have sent', () => planAll([statements, process.env.TEST_STATEMENTS_DIR]));
    await step('one install', () =>
      run('harness', [vitest, 'run', 'src/end-to-end/one-install.test.ts'], env),
    );
    await step('the ledger', runLedger);
  } finally {
    await dropLeakedDatabases(url, testRun);
    await rm(statements, { recursive: true, force: true });
  }
  return failed;
}

async function planAll(folders: readonly (string | undefined)[]): Promise<boolean> {
  const database = await createTestDatabase();
  try {
    const wrong: string[] = [];
    for (const folder of folders) if (folder) wrong.push(...(await replayRecorded(database.url, folder)));
    for (const line of new Set(wrong)) console.log(line);
    return wrong.length === 0;
  } finally {
    await database.drop();
  }
}

async function runLedger(): Promise<boolean> {
  const database = await createTestDatabase();
  try {
    const program = join(root, 'harness/src/bench/main.ts');
    return await run('.', [program, 'ledger', '--database', database.url, ...LEDGER], {});
  } finally {
    await database.drop();
  }
}

const [url] = process.argv.slice(2);
if (url === undefined) {
  console.error('Usage: npm run check:citus -- <url of a coordinator>');
  process.exitCode = 2;
} else {
  const failed = await checkCitus(url);
  console.log(failed.length === 0 ? '\nAll holds.' : `\nDoes not hold: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
