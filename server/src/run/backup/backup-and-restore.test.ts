import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateInTransaction } from '@tributary/db/migrate-in-transaction';
import { migrations } from '@tributary/db/migrations/list';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { queryOn, readAll } from './testing/read-database.ts';
import { SECRETS, useBackupFolder } from './testing/use-backup-folder.ts';

const { place, target, admin, backUp, restore, fill } = useBackupFolder();

describe('a backup', () => {
  test('is restored with every row of every table, the sequences and the secrets', async () => {
    const source = await fill();
    expect(await backUp(source)).toMatch(/^backed up everything to .*all\.backup \(\d+ KB\)$/);
    expect((await stat(place.file)).mode & 0o777).toBe(0o600);
    const said = await restore();
    expect(said).toMatch(/restored .*, as of 20/);
    expect(said).toContain(
      `set SERVICE_SECRET for the service to the contents of ${place.folder}/data/service-secret`,
    );
    expect(await readAll(target())).toEqual(await readAll(source));
    expect(await readFile(join(place.folder, 'data/service-secret'), 'utf8')).toBe(
      `${SECRETS.SERVICE_SECRET}\n`,
    );
    expect(await readFile(join(place.folder, 'data/anon-key'), 'utf8')).toBe(`${SECRETS.ANON_KEY}\n`);
    expect((await stat(join(place.folder, 'data/service-secret'))).mode & 0o777).toBe(0o600);
  });

  test('keeps the secret before the present one, while a rotation runs', async () => {
    const previous = 'p'.repeat(40);
    await backUp(await fill(), { SERVICE_SECRET_PREVIOUS: previous });
    expect(await restore(SECRETS)).toContain('set SERVICE_SECRET_PREVIOUS for the service');
    expect(await readdir(join(place.folder, 'data'))).toEqual(['service-secret-previous']);
  });

  test('shows nothing of what it holds', async () => {
    await backUp(await fill());
    const bytes = await readFile(place.file);
    for (const text of [SECRETS.SERVICE_SECRET, 'schema_migrations', 'x'.repeat(100)])
      expect(bytes.includes(text)).toBe(false);
  });

  test('of a database without a row is one as well', async () => {
    const source = await createTestDatabase();
    try {
      await backUp(source.url);
      await restore();
      expect(await readAll(target())).toEqual(await readAll(source.url));
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
    const rows = await queryOn(target(), 'select name from schema_migrations order by id');
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    expect(await queryOn(target(), 'select name from accounts')).toEqual([{ name: 'Old' }]);
    expect(await admin(target(), ['list-accounts'], SECRETS)).toContain('Old');
  });

  test('leaves out tables that are not the service’s, and reports them', async () => {
    const source = await fill();
    await queryOn(source, 'create table notes (x serial primary key); insert into notes default values');
    await backUp(source);
    expect(await restore()).toContain('left out, because they are not tables of the service: notes');
    expect(await readAll(target())).not.toHaveProperty('notes');
  });
});

test('a backup removes what killed ones left in its folder, and nothing else', async () => {
  const source = await createTestDatabase();
  try {
    await backUp(source.url);
    const ofBackup = await readFile(place.file);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const leave = async (name: string, content: Buffer | string, at: Date) => {
      await writeFile(join(place.folder, name), content);
      await utimes(join(place.folder, name), at, at);
    };
    await leave('other.0123abcd.part', ofBackup.subarray(0, 5000), anHourAgo);
    await leave('all.backup.4567cdef.part', ofBackup.subarray(0, 60), anHourAgo);
    await leave('running.0123abcd.part', ofBackup.subarray(0, 5000), new Date(Date.now() - 20_000));
    await leave('film.0123abcd.part', 'half a film', anHourAgo);
    await leave('copied.part', ofBackup, anHourAgo);
    place.file = join(place.folder, 'next.backup');
    await backUp(source.url);
    expect((await readdir(place.folder)).filter((name) => !name.endsWith('data')).sort()).toEqual([
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
        await writeFile(place.file, 'mine');
        return place.file;
      },
      /already exists; choose a new name/,
    ],
    [
      'in a folder that is not there',
      async () => join(place.folder, 'no/all'),
      /cannot be written: the folder does not exist/,
    ],
  ])('%s', async (_, choose, message) => {
    const source = await createTestDatabase();
    try {
      place.file = await choose();
      await expect(backUp(source.url)).rejects.toThrow(message);
      for (const name of await readdir(place.folder)) expect(name).toBe('all.backup');
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
