import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateInTransaction } from '@tributary/db/migrate-in-transaction';
import { migrations } from '@tributary/db/migrations/list';
import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runAdmin } from '../admin/run-admin.ts';
import { readConfig } from '../config.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { writeBackup } from './write-backup.ts';

const PASSPHRASE = 'correct horse battery';
/** Few of these tests are about the passphrase; the header's own tests derive keys as the service does. */
const CHEAP_KEY = 2 ** 10;

let folder: string;
let file: string;
let target: TestDatabase;
let service: TestService | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  file = join(folder, 'all.backup');
  target = await createTestDatabase({ empty: true });
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

type Env = Record<string, string>;

/** Runs a command on a database, with a separate data folder, and returns what it prints. */
async function admin(
  databaseUrl: string,
  argv: string[],
  env: Env = {},
  bringsSecrets = false,
): Promise<string> {
  const lines: string[] = [];
  const config = readConfig(
    { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), BACKUP_PASSPHRASE: PASSPHRASE, ...env },
    { bringsSecrets },
  );
  await runAdmin(config, argv, (line) => lines.push(line), { backupKeyCost: CHEAP_KEY });
  return lines.join('\n');
}

const SECRETS = { SERVICE_SECRET: 's'.repeat(40), ANON_KEY: 'a'.repeat(40) };
/** A backup notes in its own DATA_DIR that it was made. */
const backUp = (url: string, env: Env = {}) =>
  admin(url, ['backup', file], { ...SECRETS, DATA_DIR: join(folder, 'source-data'), ...env });
const restore = (env: Env = {}, from = file) => admin(target.url, ['restore', from], env, true);

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, and the state of the sequences. */
async function readAll(url: string): Promise<Record<string, unknown>> {
  const tables = await query(
    url,
    `select relname, relkind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`,
  );
  const contents: Record<string, unknown> = {};
  for (const { relname, relkind } of tables) {
    const what = relkind === 'S' ? `concat_ws(' ', last_value, is_called)` : 'x::text';
    const rows = await query(url, `select ${what} as x from "${relname}" x order by 1`);
    contents[String(relname)] = rows.map(({ x }) => x);
  }
  return contents;
}

/** A tenant, and rows that only an exact copy equals. */
async function fill(): Promise<string> {
  service = await startTestService();
  const { accountId, appId } = await createTenant(service);
  await service.services.workPool.query(
    `insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp,
       sdk_version, fingerprint_hash, ip_network, event_properties, revenue)
     select $1, $2, 'e' || n, 'custom', to_timestamp(1.123456 * n), '0044-03-15 BC', n,
       E'tab\\t back\\\\slash\\nline é \\\\N', '\\x00ff5c4e0a', '10.0.0.0/8', repeat('x', 10000), 1e20 + n / 7.0
     from generate_series(1, 300) n`,
    [accountId, appId],
  );
  await service.services.workPool.query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids)
     values (gen_random_uuid(), 'infinity', array[$1, null]::uuid[], '{}')`,
    [accountId],
  );
  return service.databaseUrl;
}

describe('a backup', () => {
  test('is restored with every row of every table, the sequences and the secrets', async () => {
    const source = await fill();
    expect(await backUp(source)).toMatch(/^backed up everything to .*all\.backup \(\d+ KB\)$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const said = await restore();
    expect(said).toMatch(/restored .*, as of 20/);
    expect(said).toContain(
      `set SERVICE_SECRET for the service to the contents of ${folder}/data/service-secret`,
    );
    expect(await readAll(target.url)).toEqual(await readAll(source));
    expect(await readFile(join(folder, 'data/service-secret'), 'utf8')).toBe(`${SECRETS.SERVICE_SECRET}\n`);
    expect(await readFile(join(folder, 'data/anon-key'), 'utf8')).toBe(`${SECRETS.ANON_KEY}\n`);
    expect((await stat(join(folder, 'data/service-secret'))).mode & 0o777).toBe(0o600);
  });

  test('keeps the secret before the present one, while a rotation runs', async () => {
    const previous = 'p'.repeat(40);
    await backUp(await fill(), { SERVICE_SECRET_PREVIOUS: previous });
    expect(await restore(SECRETS)).toContain('set SERVICE_SECRET_PREVIOUS for the service');
    expect(await readdir(join(folder, 'data'))).toEqual(['service-secret-previous']);
  });

  test('shows nothing of what it holds', async () => {
    await backUp(await fill());
    const bytes = await readFile(file);
    for (const text of [SECRETS.SERVICE_SECRET, 'schema_migrations', 'x'.repeat(100)])
      expect(bytes.includes(text)).toBe(false);
  });

  test('of a database without a row is one as well', async () => {
    const source = await createTestDatabase();
    try {
      await backUp(source.url);
      await restore();
      expect(await readAll(target.url)).toEqual(await readAll(source.url));
    } finally {
      await source.drop();
    }
  });

  test('of an earlier version is brought up to this one', async () => {
    const source = await createTestDatabase({ empty: true });
    try {
      const client = new Client({ connectionString: source.url });
      await client.connect();
      await migrateInTransaction(client, 'm0005-fraud', async () => {
        await client.query(`insert into accounts (id, name, plan, created_at)
          values ('11111111-1111-4111-8111-111111111111', 'Old', 'free', now())`);
      });
      await client.end();
      await backUp(source.url);
      await expect(admin(source.url, ['list-accounts'], SECRETS)).rejects.toThrow(
        'belongs to an earlier version of the service; npm start migrates it',
      );
    } finally {
      await source.drop();
    }
    await restore();
    const rows = await query(target.url, 'select name from schema_migrations order by id');
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    expect(await query(target.url, 'select name from accounts')).toEqual([{ name: 'Old' }]);
    expect(await admin(target.url, ['list-accounts'], SECRETS)).toContain('Old');
  });

  test('leaves out tables that are not the service’s, and reports them', async () => {
    const source = await fill();
    await query(source, 'create table notes (x serial primary key); insert into notes default values');
    await backUp(source);
    expect(await restore()).toContain('left out, because they are not tables of the service: notes');
    expect(await readAll(target.url)).not.toHaveProperty('notes');
  });
});

test('a backup removes what killed ones left in its folder, and nothing else', async () => {
  const source = await createTestDatabase();
  try {
    await backUp(source.url);
    const ofBackup = await readFile(file);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const leave = async (name: string, content: Buffer | string, at: Date) => {
      await writeFile(join(folder, name), content);
      await utimes(join(folder, name), at, at);
    };
    await leave('other.0123abcd.part', ofBackup.subarray(0, 5000), anHourAgo);
    await leave('all.backup.4567cdef.part', ofBackup.subarray(0, 60), anHourAgo);
    await leave('running.0123abcd.part', ofBackup.subarray(0, 5000), new Date(Date.now() - 20_000));
    await leave('film.0123abcd.part', 'half a film', anHourAgo);
    await leave('copied.part', ofBackup, anHourAgo);
    file = join(folder, 'next.backup');
    await backUp(source.url);
    expect((await readdir(folder)).filter((name) => !name.endsWith('data')).sort()).toEqual([
      'all.backup',
      'copied.part',
      'film.0123abcd.part',
      'next.backup',
      'running.0123abcd.part',
    ]);
  } finally {
    await source.drop();
  }
});

describe('a backup is not made', () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'over another file',
      async () => {
        await writeFile(file, 'mine');
        return file;
      },
      /already exists; choose a new name/,
    ],
    [
      'in a folder that is not there',
      async () => join(folder, 'no/all'),
      /cannot be written: the folder does not exist/,
    ],
  ])('%s', async (_, choose, message) => {
    const source = await createTestDatabase();
    try {
      file = await choose();
      await expect(backUp(source.url)).rejects.toThrow(message);
      for (const name of await readdir(folder)) expect(name).toBe('all.backup');
    } finally {
      await source.drop();
    }
  });

  test('without a passphrase, if no one can be asked', async () => {
    const source = await createTestDatabase();
    try {
      await expect(backUp(source.url, { BACKUP_PASSPHRASE: '' })).rejects.toThrow('set BACKUP_PASSPHRASE');
    } finally {
      await source.drop();
    }
  });
});

describe('a restore changes nothing', () => {
  const unchanged = async () => {
    expect(await readAll(target.url)).toEqual({});
    expect(await readdir(folder)).not.toContain('data');
  };

  test('with another passphrase', async () => {
    await backUp(await fill());
    await expect(restore({ BACKUP_PASSPHRASE: 'incorrect horse' })).rejects.toThrow(
      'the passphrase is not the one that the backup was encrypted with',
    );
    await unchanged();
  });

  test('of a file that is damaged far behind its beginning', async () => {
    const source = await fill();
    await query(
      source,
      `update events set event_properties = '${randomBytes(150_000).toString('hex')}' where event_id = 'e7'`,
    );
    await backUp(source);
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30);
    await writeFile(file, bytes);
    await expect(restore()).rejects.toThrow('the backup is damaged or was cut short');
    await writeFile(file, bytes.subarray(0, bytes.length / 2));
    await expect(restore()).rejects.toThrow('the backup is damaged or was cut short');
    await unchanged();
  });

  test('of a file that is no backup, or does not exist', async () => {
    await writeFile(file, randomBytes(100));
    await expect(restore()).rejects.toThrow('the file is not a backup of this service');
    await expect(restore({}, join(folder, 'other'))).rejects.toThrow(/there is no file .*other/);
    await unchanged();
  });

  test('of a newer version', async () => {
    const migrations = ['m0001-identity', 'm9999-tomorrow'];
    const secrets = { serviceSecret: 's', anonKey: 'a' };
    const beginning = { note: 'beginning', madeAt: '2026-01-02T03:04:05.678Z', migrations, secrets };
    const records = async function* () {
      yield { kind: 'note' as const, value: beginning };
    };
    await writeBackup(file, PASSPHRASE, records(), new AbortController().signal, CHEAP_KEY);
    await expect(restore()).rejects.toThrow('made by a newer version, which knows m9999-tomorrow');
    await unchanged();
  });

  test('into a database that has anything in it, or next to other secrets', async () => {
    await backUp(await fill());
    await expect(restore({ SERVICE_SECRET: 'x'.repeat(40) })).rejects.toThrow(
      'SERVICE_SECRET is set to a different',
    );
    await unchanged();
    await query(target.url, 'create table mine (x int)');
    await expect(restore()).rejects.toThrow('the place to restore to already has data');
    expect(await readAll(target.url)).toEqual({ mine: [] });
  });

  test('when the database does not take it', async () => {
    const source = await fill();
    await query(source, 'alter table accounts add column mine int');
    await backUp(source);
    await expect(restore()).rejects.toThrow(
      'the database rejected the backup, and nothing of it is kept: column "mine" of relation "accounts"',
    );
    await unchanged();
  });

  test('that lasts, when it fails before its end', async () => {
    await backUp(await fill());
    // The last step before the commit fails: the folder for the secrets cannot be created.
    await writeFile(join(folder, 'data'), 'a file');
    await expect(restore()).rejects.toThrow(/data/);
    expect(await readAll(target.url)).toEqual({});
    await rm(join(folder, 'data'));
    expect(await restore()).toContain('restored ');
  });
});
