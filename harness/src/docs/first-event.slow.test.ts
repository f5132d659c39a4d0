import { execFile } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCodeBlocks, hasProgram, openShellSession, type ShellSession } from './shell-session.ts';

const run = promisify(execFile);

/** The pages whose commands follow each other in one shell. */
const PAGES = [
  'docs/first-event.md',
  'docs/clients.md',
  'docs/campaigns.md',
  'docs/reports.md',
  'docs/phone.md',
];

let session: ShellSession;
const texts = new Map<string, string>();

beforeAll(async () => {
  session = await openShellSession();
  for (const page of ['README.md', ...PAGES]) texts.set(page, await session.read(page));
});
afterAll(() => session.close());

/** The types of an app's stored events. */
async function storedEventTypes(appId: string): Promise<string[]> {
  const client = new Client({ connectionString: session.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ event_type: string }>(
    'select event_type from events where app_id = $1 order by event_type',
    [appId],
  );
  await client.end();
  return rows.map((row) => row.event_type);
}

const blocks = (page: string, language: string) => allCodeBlocks(texts.get(page) ?? '', language);

interface TutorialResult {
  readonly printed: string;
  readonly variables: Record<string, string>;
}

/** Runs all commands of the pages in one shell, with a longer pause than an idle machine needs. */
async function followTutorial(): Promise<TutorialResult> {
  const typed = PAGES.flatMap((page) => blocks(page, 'sh'));
  const names = ['APP_ID', 'API_KEY', 'CUSTOMER_ID', 'SDK_SECRET'];
  const patient = typed.map((lines) => lines.replace('sleep 1', 'sleep 4'));
  const printed = await session.type(...patient, 'echo', ...names.map((name) => `echo "${name}=$${name}"`));
  const variables = names.map((name) => [name, new RegExp(`^${name}=(.+)$`, 'm').exec(printed)?.[1] ?? '']);
  return { printed, variables: Object.fromEntries(variables) };
}

describe('a first event, and the pages that go on from there', () => {
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
    const [program = ''] = blocks('docs/first-event.md', 'ts');
    const temporary = await mkdtemp(join(session.folder, 'tmp-'));
    const root = join(import.meta.dirname, '../../..');
    const before = await readdir(root);
    const { stdout, stderr } = await run(
      process.execPath,
      ['--input-type=module-typescript', '--eval', program],
      { cwd: root, env: { ...process.env, TMPDIR: temporary, API_KEY: result.variables.API_KEY } },
    );
    expect(stdout + stderr).toMatch(/\d of \d settled/);
    expect(await storedEventTypes(result.variables.APP_ID ?? '')).toEqual(['install', 'install', 'purchase']);
    expect(await readdir(temporary)).toEqual([]);
    expect(await readdir(root)).toEqual(before);
  });

  test('signs and sends a purchase in Python', async ({ skip }) => {
    if (!(await hasProgram('python3'))) skip('there is no python3 on this machine');
    const [program = ''] = blocks('docs/clients.md', 'python');
    const env = { ...process.env, ...result.variables };
    const { stdout } = await run('python3', ['-c', program], { env });
    expect(stdout).toContain('"status":"accepted"');
  });
});

test('the README makes an account, an app and a key', async () => {
  const printed = await session.type(
    ...blocks('README.md', 'sh').filter((lines) => !lines.startsWith('npm run demo')),
  );
  expect(printed).toMatch(/"api_key":"svc_[0-9a-f]{64}"/);
  expect(printed).not.toContain('"error":"');
});
