import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';

const run = promisify(execFile);
const README = join(import.meta.dirname, '../../../README.md');
const ORIGIN = 'http://127.0.0.1:8787';

let folder: string;
let backend: SpawnedBackend;
let databaseUrl: string;
let dropDatabase: () => Promise<void>;
let readme: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readme-'));
  const database = await createTestDatabase();
  databaseUrl = database.url;
  dropDatabase = () => database.drop();
  backend = await spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  await mkdir(join(folder, '.data'));
  await writeFile(join(folder, '.data/anon-key'), backend.anonKey);
  readme = (await readFile(README, 'utf8')).replaceAll(ORIGIN, backend.origin);
});

afterAll(async () => {
  await backend.close();
  await dropDatabase();
  await rm(folder, { recursive: true, force: true });
});

/** The types of an app's stored events. */
async function storedEventTypes(appId: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ event_type: string }>(
    'select event_type from events where app_id = $1 order by event_type',
    [appId],
  );
  await client.end();
  return rows.map((row) => row.event_type);
}

/** The code blocks in a language below a heading, up to the next heading. */
function blocks(heading: string, language: string): string[] {
  const [, section = ''] = readme.split(`${heading}\n`);
  const [text = ''] = section.split(/^##/m);
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code]) => code ?? '',
  );
}

interface TutorialResult {
  readonly printed: string;
  readonly variables: Record<string, string>;
}

/** Runs all commands of the tutorial in one shell, with a longer pause than an idle machine needs. */
async function followTutorial(): Promise<TutorialResult> {
  const typed = ['## A first event', '### Reports as CSV', '### A client of your own'].flatMap((heading) =>
    blocks(heading, 'sh'),
  );
  const names = ['APP_ID', 'API_KEY', 'CUSTOMER_ID', 'SDK_SECRET'];
  const script = [...typed, 'echo', ...names.map((name) => `echo "${name}=$${name}"`)].join('\n');
  const { stdout } = await run('bash', ['-euc', script.replace('sleep 1', 'sleep 4')], { cwd: folder });
  const variables = names.map((name) => [name, new RegExp(`^${name}=(.+)$`, 'm').exec(stdout)?.[1] ?? '']);
  return { printed: stdout, variables: Object.fromEntries(variables) };
}

async function hasPython(): Promise<boolean> {
  return run('python3', ['--version']).then(
    () => true,
    () => false,
  );
}

describe('the README', () => {
  let result: TutorialResult;

  test.each(['the first time', 'again'])(
    'leads with curl from nothing to an explained install, %s',
    async () => {
      result = await followTutorial();
      expect(result.printed).toContain('"status":"accepted"');
      expect(result.printed).toMatch(/"total_installs":1\b/);
      expect(result.printed).toMatch(/"installs_by_channel":\{"influencer":1\}/);
      expect(result.printed).toMatch(/"reason":"[A-Z][^"]{20,}"/);
      expect(result.printed).not.toContain('"error":"');
    },
  );

  test('creates one account, and a new app each time', async () => {
    const first = result.variables;
    const second = (await followTutorial()).variables;
    expect(second.CUSTOMER_ID).toBe(first.CUSTOMER_ID);
    expect(second.APP_ID).not.toBe(first.APP_ID);
  });

  test('shows a report as CSV', () => {
    expect(result.printed).toMatch(/^date,total,avg_confidence,by_model\.install_referrer,.*\r\n/m);
  });

  test('shows the answer of check_event for a stored event', () => {
    expect(result.printed).toContain('"status":"deduplicated","code":null,"error":null');
    expect(result.printed).toContain('"signature":true');
    expect(result.printed).toMatch(/"canonical":"\{\\"android_id\\":/);
  });

  test('sends an install and a purchase with the SDK, and leaves nothing behind', async () => {
    const [program = ''] = blocks('### The same with the SDK', 'ts');
    const temporary = await mkdtemp(join(folder, 'tmp-'));
    const root = join(import.meta.dirname, '../../..');
    const before = await readdir(root);
    const { stdout, stderr } = await run(
      process.execPath,
      ['--input-type=module-typescript', '--eval', program],
      { cwd: root, env: { ...process.env, TMPDIR: temporary, API_KEY: result.variables.API_KEY } },
    );
    expect(stdout + stderr).toMatch(/\d of \d events settled/);
    expect(await storedEventTypes(result.variables.APP_ID ?? '')).toEqual(['install', 'install', 'purchase']);
    expect(await readdir(temporary)).toEqual([]);
    expect(await readdir(root)).toEqual(before);
  });

  test('signs and sends a purchase in Python', async ({ skip }) => {
    if (!(await hasPython())) skip('there is no python3 on this machine');
    const [program = ''] = blocks('### A client of your own', 'python');
    const env = { ...process.env, ...result.variables };
    const { stdout } = await run('python3', ['-c', program], { env });
    expect(stdout).toContain('"status":"accepted"');
  });
});
