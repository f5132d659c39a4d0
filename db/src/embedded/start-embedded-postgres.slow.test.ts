import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findPostmaster } from './processes/find-postmaster.ts';
import { findRunningPostgres } from './start-embedded-postgres.ts';
import { end, openPlayground, type Playground, query, untilStopped } from './testing/playground.fixture.ts';

const SCHED_BATCH = '3';
const canBeBatch = spawnSync('chrt', ['--batch', '0', 'true']).status === 0;

let playground: Playground;
let dataDir: string;
let start: Playground['start'];

beforeEach(async () => {
  playground = await openPlayground();
  ({ dataDir, start } = playground);
});

afterEach(() => playground.close());

const socketFolderOf = (url: string | undefined) => new URL(url ?? '').searchParams.get('host') ?? '';
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('keeps its data from one start to the next', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS x');
  await end(first.child, 'SIGTERM');
  const second = await start();
  expect(await query(second.url, 'SELECT x FROM kept')).toEqual([{ x: 7 }]);
});

test('opens a unix socket that only its user can reach, and no TCP port', async () => {
  const { url } = await start();
  expect(await modeOf(socketFolderOf(url))).toBe('700');
  expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await modeOf(join(dataDir, 'postgres-password'))).toBe('600');
});

test('sorts and compares text the same on every machine, and authenticates with SCRAM', async () => {
  const { url } = await start();
  expect(
    await query(
      url,
      `SELECT datlocprovider AS provider, datlocale AS locale, pg_encoding_to_char(encoding) AS encoding
    FROM pg_database WHERE datname = current_database()`,
    ),
  ).toEqual([{ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' }]);
  const wrong = new URL(url ?? '');
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test('accepts a data folder whose path is longer than a socket path may be', async () => {
  const { url } = await start({ dataDir: join(dataDir, 'long'.repeat(40)) });
  expect(await query(url, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
});

test('is durable by default', async () => {
  const { url } = await start({ settings: {} });
  const shown = await query(
    url,
    `SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name`,
  );
  expect(shown).toEqual(
    ['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => ({ name, setting: 'on' })),
  );
});

describe('leaves nothing behind', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('after %s', async (signal) => {
    const { child, url } = await start();
    const pid = findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0;
    const session = new Client({ connectionString: url });
    session.on('error', () => {});
    await session.connect();
    await end(child, signal);
    await untilStopped(join(dataDir, 'postgres'));
    while (await exists(socketFolderOf(url))) await delay(10);
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(await exists(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });
});

test('a start right after kill -9 waits for the previous server to end', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT generate_series(1, 100000) AS x');
  first.child.kill('SIGKILL');
  const second = await start();
  expect(await query(second.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 100_000 }]);
});

test('a second copy on the same data learns which process is using it', async () => {
  await start();
  const pid = findPostmaster(join(dataDir, 'postgres'))?.pid;
  const second = await start({ maxWaitMs: 100 });
  expect(second.error).toContain(`is already running on ${join(dataDir, 'postgres')} (process ${pid})`);
});

test('of two simultaneous first starts, one gets the data', async () => {
  const both = await Promise.all([start({ maxWaitMs: 100 }), start({ maxWaitMs: 100 })]);
  const [winner, ...others] = both.filter(({ url }) => url !== undefined);
  expect(others).toHaveLength(0);
  expect(await query(winner?.url, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
  expect(both.find(({ error }) => error)?.error).toMatch(/is already running/);
});

test('two copies on different data run side by side', async () => {
  const [one, other] = await Promise.all([start(), start({ dataDir: join(playground.folder, 'other') })]);
  await query(one.url, 'CREATE TABLE mine (x int)');
  expect(await query(other.url, "SELECT to_regclass('mine') AS found")).toEqual([{ found: null }]);
});

test('comes back at the same address when PostgreSQL itself is killed', async () => {
  const { url } = await start({ settings: {} });
  await query(url, 'CREATE TABLE kept AS SELECT 7 AS x');
  process.kill(findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL');
  const again = async (): Promise<unknown[]> =>
    query(url, 'SELECT x FROM kept').catch(() => delay(50).then(again));
  expect(await again()).toEqual([{ x: 7 }]);
});

test('the process list shows its data folder, but neither its password nor a script', async () => {
  const { child, url } = await start();
  const listed = execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const ours = listed.split('\n').filter((line) => line.includes(dataDir));
  const [command] = ours.filter((line) => Number.parseInt(line, 10) === child.pid && !line.includes('{'));
  const folder = socketFolderOf(url);
  expect(command).toContain(`/bin/sh ${folder}/supervisor.sh ${join(dataDir, 'postgres')} `);
  expect(ours.join('\n')).not.toContain('read -r _');
  expect(listed).not.toContain(new URL(url ?? '').password);
});

test.runIf(canBeBatch)(
  'runs under SCHED_BATCH, so it does not preempt the process that wakes it',
  async () => {
    await start();
    const pid = findPostmaster(join(dataDir, 'postgres'))?.pid;
    const [, fields] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
    // The scheduling policy is field 41, and the first two end at the bracket. Sessions inherit the policy.
    expect(fields?.split(' ')[38]).toBe(SCHED_BATCH);
  },
);

test('another process finds the running server by its data folder', async () => {
  expect(findRunningPostgres(dataDir)).toBeUndefined();
  const { child, url } = await start();
  expect(findRunningPostgres(dataDir)).toBe(url);
  await end(child, 'SIGTERM');
  expect(findRunningPostgres(dataDir)).toBeUndefined();
});

test('a postmaster.pid whose pid now belongs to another program does not prevent a start', async () => {
  const first = await start();
  await end(first.child, 'SIGTERM');
  const cluster = join(dataDir, 'postgres');
  const { uid, gid } = await stat(cluster);
  // Owned by the same user: PostgreSQL itself recognises a process of another user as unrelated.
  const other = spawn('sleep', ['60'], { uid, gid });
  onTestFinished(() => void other.kill());
  const file = join(cluster, 'postmaster.pid');
  await writeFile(file, `${[other.pid, cluster, 1, 5432, '/nowhere', '', '', 'ready'].join('\n')}\n`);
  await chown(file, uid, gid);
  expect((await start()).error).toBeUndefined();
});

test('an incomplete data folder is created again', async () => {
  // What a start that was killed during initdb leaves behind; no process has this pid.
  const draft = join(dataDir, 'postgres.new-4194999/data');
  await mkdir(draft, { recursive: true });
  await writeFile(join(draft, 'PG_VERSION'), '18\n');
  expect((await start()).error).toBeUndefined();
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-password']);
});

describe('refuses to start and says why', () => {
  test('data of another major version', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '16\n');
    await writeFile(join(dataDir, 'postgres-password'), 'kept');
    expect((await start()).error).toMatch(/belongs to PostgreSQL 16, and this is PostgreSQL 18.*pg_dumpall/);
  });

  test('a folder that contains something else', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/notes.txt'), 'mine');
    expect((await start()).error).toMatch(/contains files that are not PostgreSQL data/);
    expect(await readFile(join(dataDir, 'postgres/notes.txt'), 'utf8')).toBe('mine');
  });

  test('data whose password is missing', async () => {
    await end((await start()).child, 'SIGTERM');
    await rm(join(dataDir, 'postgres-password'));
    expect((await start()).error).toMatch(/postgres-password is missing/);
  });

  test("a setting that PostgreSQL rejects, with PostgreSQL's own message", async () => {
    expect((await start({ settings: { shared_buffers: 'plenty' } })).error).toMatch(
      /shared_buffers.*plenty/s,
    );
  });
});

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
