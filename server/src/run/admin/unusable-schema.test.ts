import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { describeFailure } from './describe-failure.ts';
import { ADMIN_COMMANDS, runAdmin } from './run-admin.ts';

const SECRETS = {
  SERVICE_SECRET: 'a-service-secret-for-tests-of-schemas-012345',
  ANON_KEY: 'an-anon-key-for-tests-of-schemas-0123456789',
  BACKUP_PASSPHRASE: 'correct horse battery',
};
const MAIN = join(import.meta.dirname, '../../main.ts');
const ID = '11111111-1111-4111-8111-111111111111';

let folder: string;
let newer: TestDatabase;
let tooOld: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unusable-schema-'));
  await writeFile(join(folder, 'rows.csv'), 'event_type,installed_at,gaid\ninstall,1772359200,\n');
  await writeFile(join(folder, 'links.json'), '{"links": []}');
  newer = await createTestDatabase();
  tooOld = await createTestDatabase();
  await run(newer.url, ['backup', join(folder, 'whole')]);
  await query(newer.url, `insert into schema_migrations (name) values ('m9999-tomorrow')`);
  await query(tooOld.url, `drop table campaign_counts`);
  await query(tooOld.url, `delete from schema_migrations where name > 'm0005'`);
});
afterAll(async () => {
  await newer.drop();
  await tooOld.drop();
  await rm(folder, { recursive: true, force: true });
});

async function query(databaseUrl: string, text: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}

function run(databaseUrl: string, argv: readonly string[]): Promise<void> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder, ...SECRETS };
  return runAdmin(readConfig(settings), argv, () => {});
}

const argumentsOf = (name: string): string[] => {
  const given: Record<string, string[]> = {
    'set-plan': [ID, 'scale'],
    'reset-password': ['somebody@example.com'],
    'sign-in-link': ['somebody@example.com'],
    backup: [join(folder, randomUUID())],
    restore: [join(folder, 'whole')],
    import: [join(folder, 'rows.csv'), ID, 'custom'],
    links: ['sync', join(folder, 'links.json'), '--account', ID],
  };
  return [name, ...(given[name] ?? ADMIN_COMMANDS[name]?.args.map(() => ID) ?? [])];
};

/** Runs `npm start`'s program on a database; resolves with its exit code and what it wrote to standard error. */
function start(databaseUrl: string): Promise<{ code: number; stderr: string }> {
  const env = { ...process.env, ...SECRETS, DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: '18971' };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN], { env }, (error, _stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    );
  });
}

describe.each([
  ['newer', () => newer.url, /newer version of the service.*m9999-tomorrow/],
  [
    'too old',
    () => tooOld.url,
    /before commit 324424b of November 21, 2026, and cannot be brought up to date/,
  ],
])('data that is %s', (_, url, sentence) => {
  test.each(Object.keys(ADMIN_COMMANDS))('stops %s with a sentence', async (name) => {
    const failure = await run(url(), argumentsOf(name)).then(() => 'none', describeFailure);
    expect(failure).toMatch(sentence);
    expect(String(failure).split('\n')).toHaveLength(1);
  });

  test('stops npm start with a sentence and exit code 1', { timeout: 60_000 }, async () => {
    const { code, stderr } = await start(url());
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });
});
