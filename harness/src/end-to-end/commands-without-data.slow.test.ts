import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { perTest } from '@tributary/server/testing/per-suite';
import { describe, expect, test } from 'vitest';
import { runAdminCommand } from '../backend/run-admin-command.ts';

const PASSPHRASE = { BACKUP_PASSPHRASE: 'correct horse battery' };
const SET = { SERVICE_SECRET: 's'.repeat(40), ANON_KEY: 'a'.repeat(40) };

const folder = perTest(
  async () => ({ path: await mkdtemp(join(tmpdir(), 'commands-')) }),
  ({ path }) => rm(path, { recursive: true }),
);

describe('commands', () => {
  test.each([['doctor'], ['list-accounts'], ['backup', 'all.backup'], ['queues']])(
    'make no data where there is none: %s',
    async (...args) => {
      const dataDir = join(folder.path, 'mistyped');
      const end = await runAdminCommand({ DATA_DIR: dataDir, ...PASSPHRASE }, args);
      expect(end).toMatchObject({ code: 1, out: '' });
      expect(end.err).toContain(`there is no data in DATA_DIR ${dataDir}`);
      expect(end.err.split('\n')).toHaveLength(1);
      expect(await readdir(folder.path)).toEqual([]);
    },
  );

  describe('of an empty database', () => {
    const database = perTest(
      () => createTestDatabase({ empty: true }),
      ({ drop }) => drop(),
    );

    test('make none either', async () => {
      const end = await runAdminCommand({ DATABASE_URL: database.url, DATA_DIR: folder.path, ...SET }, [
        'doctor',
      ]);
      expect(end).toMatchObject({
        code: 1,
        err: 'the database named by DATABASE_URL holds no data of this service',
      });
    });
  });

  test.each([
    [['help'], 0],
    [['backup', '--help'], 0],
    [['frobnicate'], 2],
    [['backup'], 2],
    [[], 2],
  ])('end after %j with %i, whatever is set', async (args, code) => {
    expect((await runAdminCommand({ PORT: 'wrong' }, args)).code).toBe(code);
  });
});
