import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { queryOn, readAll } from './testing/read-database.ts';
import { CHEAP_KEY, PASSPHRASE, useBackupFolder } from './testing/use-backup-folder.ts';
import { writeBackup } from './write-backup.ts';

const { place, target, backUp, restore, fill } = useBackupFolder();

describe('a restore changes nothing', () => {
  const unchanged = async () => {
    expect(await readAll(target())).toEqual({});
    expect(await readdir(place.folder)).not.toContain('data');
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
    await queryOn(
      source,
      `update events set event_properties = '${randomBytes(150_000).toString('hex')}' where event_id = 'e7'`,
    );
    await backUp(source);
    const bytes = await readFile(place.file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30);
    await writeFile(place.file, bytes);
    await expect(restore()).rejects.toThrow('the backup is damaged or was cut short');
    await writeFile(place.file, bytes.subarray(0, bytes.length / 2));
    await expect(restore()).rejects.toThrow('the backup is damaged or was cut short');
    await unchanged();
  });

  test('of a file that is no backup, or does not exist', async () => {
    await writeFile(place.file, randomBytes(100));
    await expect(restore()).rejects.toThrow('the file is not a backup of this service');
    await expect(restore({}, join(place.folder, 'other'))).rejects.toThrow(/there is no file .*other/);
    await unchanged();
  });

  test('of a newer version', async () => {
    const migrations = ['m0001-identity', 'm9999-tomorrow'];
    const secrets = { serviceSecret: 's', anonKey: 'a' };
    const beginning = { note: 'beginning', madeAt: '2026-01-02T03:04:05.678Z', migrations, secrets };
    const records = async function* () {
      yield { kind: 'note' as const, value: beginning };
    };
    await writeBackup(place.file, PASSPHRASE, records(), new AbortController().signal, CHEAP_KEY);
    await expect(restore()).rejects.toThrow('made by a newer version, which knows m9999-tomorrow');
    await unchanged();
  });

  test('into a database that has anything in it, or next to other secrets', async () => {
    await backUp(await fill());
    await expect(restore({ SERVICE_SECRET: 'x'.repeat(40) })).rejects.toThrow(
      'SERVICE_SECRET is set to a different',
    );
    await unchanged();
    await queryOn(target(), 'create table mine (x int)');
    await expect(restore()).rejects.toThrow('the place to restore to already has data');
    expect(await readAll(target())).toEqual({ mine: [] });
  });

  test('when the database does not take it', async () => {
    const source = await fill();
    await queryOn(source, 'alter table accounts add column mine int');
    await backUp(source);
    await expect(restore()).rejects.toThrow(
      'the database rejected the backup, and nothing of it is kept: column "mine" of relation "accounts"',
    );
    await unchanged();
  });

  test('that lasts, when it fails before its end', async () => {
    await backUp(await fill());
    // The last step before the commit fails: the folder for the secrets cannot be created.
    await writeFile(join(place.folder, 'data'), 'a file');
    await expect(restore()).rejects.toThrow(/data/);
    expect(await readAll(target())).toEqual({});
    await rm(join(place.folder, 'data'));
    expect(await restore()).toContain('restored ');
  });
});
