import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorkers } from '../../run/assembly/workers.ts';
import { perSuite } from '../per-suite.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { signInWithSecrets } from './sign-in-with-secrets.ts';
import { SESSION_ID, startSecretRun } from './start-secret-run.ts';
import { useSecrets } from './use-secrets.ts';

const run = perSuite(startSecretRun, (started) => started.close());

/** Every row of every table, but for what apps ask to be stored. */
async function everyRow(): Promise<string> {
  const { backgroundPool } = run.service.services;
  const { rows: tables } = await backgroundPool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await backgroundPool.query<{ row: string }>(
      `select (to_jsonb(one) - '{push_token,integrity_token}'::text[])::text as row from ${name} one`,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

async function everyFile(): Promise<string> {
  const entries = await readdir(run.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  return texts.join('\n');
}

async function attemptsAreMade(): Promise<void> {
  const count = async () =>
    (await run.service.services.workPool.query('select from postback_attempts')).rowCount;
  await expect.poll(count).toBe(2);
}

async function bodyOf(asked: Promise<{ readonly body: unknown }>): Promise<string> {
  const { body } = await asked;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

test('no password, token, key or secret of a whole run is written anywhere', async () => {
  const { rpc, ask, secrets, refusals, logged } = run;
  const workers = startWorkers(run.service.services);
  const token = await signInWithSecrets(run);
  await useSecrets(run, token, 'Life');
  await attemptsAreMade();

  const written = {
    export: await bodyOf(rpc('export_my_account_data', {}, token)),
    'audit log': await bodyOf(rpc('list_audit_log', { p_limit: 200 }, token)),
    postbacks: await bodyOf(rpc('list_postbacks', {}, token)),
    metrics: await bodyOf(ask('GET', '/metrics', undefined, run.metricsToken)),
    database: await everyRow(),
  };
  await rpc('delete_my_account_data', { p_confirm: 'Wrong' }, token);
  expect((await rpc('delete_my_account_data', { p_confirm: 'Life' }, token)).status).toBe(200);
  await rpc('list_apps', {}, token);
  await workers.stop();

  const all = { ...written, files: await everyFile(), refusals: refusals.join('\n'), log: logged.text() };
  for (const [where, text] of Object.entries(all)) {
    const found = secrets.foundIn(text).filter((what) => where !== 'database' || what !== SESSION_ID);
    expect([where, found]).toEqual([where, []]);
  }
  // There was something to be found.
  expect(secrets.size).toBeGreaterThan(35);
  expect(refusals.length).toBeGreaterThan(20);
  expect(logged.lines().length).toBeGreaterThan(50);
  expect(written.export).toMatch(
    /"totals":\{"apps":1,.*"installs":1,"attributions":1,"events":1,.*"payments":1/,
  );
  expect(written.postbacks).toContain('[redacted]');
  expect(written.metrics).toContain('tributary_');
  expect(written['audit log']).toContain('accept_invitation');
}, 120_000);

test.each([
  ['as it is', (secret: string) => secret],
  ['cut off', (secret: string) => secret.slice(0, 21)],
  ['without its beginning', (secret: string) => secret.slice(9)],
  ['encoded for a URL', encodeURIComponent],
  ['in base64', (secret: string) => Buffer.from(`user:${secret}`).toString('base64')],
])('a secret is found %s', (_how, written) => {
  const secrets = createKnownSecrets();
  const secret = secrets.keep('password', 'tr0ub4dor&3/correct=horse');
  expect(secrets.foundIn(`{"a":"-${written(secret)}-"}`)).toEqual(['password']);
  expect(secrets.foundIn('tr0ub4dor and correct horse')).toEqual([]);
});
