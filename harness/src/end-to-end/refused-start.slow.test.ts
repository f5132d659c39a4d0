import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnBackend } from '../backend/spawned-backend.ts';

const ON_A_DATABASE = { SERVICE_SECRET: 's'.repeat(40), ANON_KEY: 'a'.repeat(40) };
const isRoot = process.getuid?.() === 0;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refused-'));
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'file'), '');
  await mkdir(join(folder, 'closed'), { mode: 0o500 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a failing start prints. */
async function refusal(env: Record<string, string>): Promise<string> {
  const start = spawnBackend({ SERVICE_SECRET: '', ANON_KEY: '', DATA_DIR: join(folder, 'data'), ...env });
  const error = await start.then(
    async (backend) => {
      await backend.close();
      throw new Error('the service started');
    },
    (reason: Error) => reason,
  );
  return error.message.replace('the service did not start: ', '').trim();
}

describe('the service does not start and says why in one sentence', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ PORT: 'http' }, /^PORT must be a port number/],
    [{ HOST: '0.0.0.0' }, /^PUBLIC_URL must be set/],
    [{ HOST: 'no-such-host.invalid' }, /^HOST no-such-host.invalid cannot be resolved/],
    [{ HOST: '192.0.2.1' }, /^HOST 192.0.2.1 is not an address of this machine/],
    [{ DATA_DIR: 'FOLDER/file' }, /^DATA_DIR FOLDER\/file cannot be used: FOLDER\/file is not a folder$/],
    [{ DATA_DIR: 'FOLDER/file/data' }, /^DATA_DIR FOLDER\/file\/data cannot be used: .* is not a folder$/],
    [
      { DATA_DIR: '/proc/data/below' },
      /^DATA_DIR \/proc\/data\/below cannot be used: no folder can be created/,
    ],
    [{ DATA_DIR: '/proc' }, /^DATA_DIR \/proc cannot be used: /],
    [{ DATA_DIR: '/sys/data' }, /^DATA_DIR \/sys\/data cannot be used: /],
    [{ DATA_DIR: `FOLDER/${'long'.repeat(70)}` }, /^DATA_DIR .* cannot be used: .*too long/],
    [{ DATA_DIR: 'FOLDER/file', ...ON_A_DATABASE }, /^DATA_DIR FOLDER\/file cannot be used/],
    [
      { DATABASE_URL: 'postgresql://127.0.0.1:1/none', ...ON_A_DATABASE },
      /^DATABASE_URL cannot be used: .*ECONNREFUSED/,
    ],
    [
      { DATABASE_URL: 'postgresql://localhost:1/none', ...ON_A_DATABASE },
      /^DATABASE_URL cannot be used: .*ECONNREFUSED/,
    ],
    [
      { DATABASE_URL: 'postgresql://no-such-host.invalid/none', ...ON_A_DATABASE },
      /^DATABASE_URL cannot be used: .*no-such-host.invalid/,
    ],
    [
      { DATABASE_URL: 'postgresql://127.0.0.1:1/none' },
      /^SERVICE_SECRET must be set.*\nANON_KEY must be set.*$/,
    ],
  ])('with %j', async (env, sentence) => {
    const given = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replace('FOLDER', folder)]),
    );
    const said = (await refusal(given)).replaceAll(folder, 'FOLDER');
    expect(said).toMatch(sentence);
    expect(said.split('\n')).toHaveLength(sentence.source.includes('\\n') ? 2 : 1);
  });

  test.runIf(!isRoot)('with a DATA_DIR in a folder that this user may not write to', async () => {
    expect(await refusal({ DATA_DIR: join(folder, 'closed/data') })).toMatch(/may not write there$/);
  });

  test('on a port that is in use, before it creates any data', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as { port: number };
    try {
      expect(await refusal({ PORT: String(port) })).toBe(
        `PORT ${port} on HOST 127.0.0.1 is taken by another program: set PORT to another`,
      );
      expect(await readdir(folder)).not.toContain('data');
    } finally {
      squatter.close();
    }
  });

  test('on data that another service is using, without waiting', async () => {
    const dataDir = join(folder, 'shared');
    const running = await spawnBackend({ ...ON_A_DATABASE, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    try {
      const said = await refusal({ DATA_DIR: dataDir });
      expect(said).toContain(`DATA_DIR ${dataDir} is in use by process ${running.process.pid}`);
      expect(said.split('\n')).toHaveLength(1);
    } finally {
      await running.close();
    }
  });

  test('but waits for a previous service that is about to end', async () => {
    const dataDir = join(folder, 'shared');
    const env = { ...ON_A_DATABASE, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const running = await spawnBackend(env);
      running.process.kill(signal);
      const next = await spawnBackend(env);
      await next.close();
    }
  });
});
