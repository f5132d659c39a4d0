import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

async function storedEventTypes(): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ event_type: string }>(
    'select event_type from events order by event_type',
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

describe('the README', () => {
  test('leads with curl from nothing to an explained install, and with the SDK to a sent purchase', async () => {
    const script = `${blocks('## A first event', 'sh').join('\n')}\necho; echo "API_KEY=$API_KEY"`;
    const { stdout } = await run('bash', ['-euc', script], { cwd: folder });
    expect(stdout).toContain('"status":"accepted"');
    expect(stdout).toMatch(/"total_installs":1\b/);
    expect(stdout).toMatch(/"installs_by_channel":\{"influencer":1\}/);
    expect(stdout).toMatch(/"reason":"[A-Z][^"]{20,}"/);

    const apiKey = /API_KEY=(svc_[0-9a-f]{64})/.exec(stdout)?.[1] ?? '';
    const [program = ''] = blocks('### The same with the SDK', 'ts');
    await run(
      process.execPath,
      ['--input-type=module-typescript', '--eval', program.replace('./device', join(folder, 'device'))],
      {
        cwd: join(import.meta.dirname, '../../..'),
        env: { ...process.env, API_KEY: apiKey },
      },
    );
    expect(await storedEventTypes()).toEqual(['install', 'install', 'purchase']);
  });
});
