import { chmod, chown, cp, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findRunningPostgres } from '../start-embedded-postgres.ts';
import { end, openPlayground, type Playground, query } from '../testing/playground.fixture.ts';
import { choosePlacement } from './choose-placement.ts';
import { findPostgresPackage } from './find-postgres-package.ts';

// An ordinary user (`daemon`), other than the one that PostgreSQL runs as under root.
const ordinary = { uid: 1, gid: 1 };

let playground: Playground;
let dataDir: string;
let start: Playground['start'];

beforeEach(async () => {
  playground = await openPlayground();
  ({ dataDir, start } = playground);
});

afterEach(() => playground.close());

// Only root can run programs as different users.
describe.runIf(process.getuid?.() === 0)('as root', () => {
  test("gives PostgreSQL's user its data folder and nothing else", async () => {
    await start();
    const owners = ['.', 'postgres-password', 'postgres'].map(
      async (name) => (await stat(join(dataDir, name))).uid,
    );
    expect(await Promise.all(owners)).toEqual([0, 0, 65_534]);
  });

  test.each(['022', '077'])(
    "moves the data where PostgreSQL's user can reach it, when it cannot reach the data folder, umask %s",
    async (mask) => {
      const before = process.umask(Number.parseInt(mask, 8));
      onTestFinished(() => void process.umask(before));
      const hidden = join(playground.folder, 'hidden');
      await mkdir(hidden, { mode: 0o700 });
      const options = {
        dataDir: join(hidden, 'data'),
        reachableFolder: join(playground.folder, 'reachable'),
      };
      const first = await start(options);
      await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS x');
      expect(await readdir(join(hidden, 'data'))).not.toContain('postgres');
      expect(findRunningPostgres(options.dataDir)).toBe(first.url);
      await end(first.child, 'SIGTERM');
      const second = await start(options);
      expect(await query(second.url, 'SELECT x FROM kept')).toEqual([{ x: 7 }]);
      await end(second.child, 'SIGTERM');
      await rm(join(playground.folder, 'reachable/data'), { recursive: true });
      expect((await start(options)).error).toMatch(/which no longer exists/);
      // Removing the data folder means starting over.
      await rm(options.dataDir, { recursive: true });
      expect(await query((await start(options)).url, "SELECT to_regclass('kept') AS found")).toEqual([
        { found: null },
      ]);
    },
  );

  test('refuses a copy of a data folder whose data is elsewhere, and accepts one that was moved', async () => {
    const hidden = join(playground.folder, 'hidden');
    await mkdir(hidden, { mode: 0o700 });
    const reachableFolder = join(playground.folder, 'reachable');
    const at = (name: string) => ({ dataDir: join(hidden, name), reachableFolder });
    const first = await start(at('data'));
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS x');
    await cp(join(hidden, 'data'), join(hidden, 'copy'), { recursive: true });
    const refusal = `DATA_DIR ${join(hidden, 'copy')} is a copy of ${join(hidden, 'data')}`;
    expect((await start(at('copy'))).error).toContain(refusal);
    expect(() => findRunningPostgres(join(hidden, 'copy'))).toThrow(refusal);
    await end(first.child, 'SIGTERM');
    expect((await start(at('copy'))).error).toContain(refusal);

    await rename(join(hidden, 'data'), join(hidden, 'moved'));
    const moved = await start(at('moved'));
    expect(await query(moved.url, 'SELECT x FROM kept')).toEqual([{ x: 7 }]);
    await end(moved.child, 'SIGTERM');
    // By now it is a copy of the folder at its new place.
    expect((await start(at('copy'))).error).toContain(`is a copy of ${join(hidden, 'moved')}`);
    // The same folder under another name is not a copy.
    await symlink(join(hidden, 'moved'), join(hidden, 'link'));
    const linked = await start(at('link'));
    expect(linked.error).toBeUndefined();
    await end(linked.child, 'SIGTERM');
  });

  test('runs on data created by an ordinary user, as that user', async () => {
    await mkdir(dataDir);
    await chown(dataDir, ordinary.uid, ordinary.gid);
    await end((await start({}, ordinary)).child, 'SIGTERM');
    const { child, url } = await start();
    expect(await query(url, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
    await end(child, 'SIGTERM');
    expect((await start({}, ordinary)).error).toBeUndefined();
  });

  test('an ordinary user learns whose data it is', async () => {
    await end((await start()).child, 'SIGTERM');
    expect((await start({}, ordinary)).error).toMatch(
      /belongs to the user with id 65534, but the service runs as 1:/,
    );
  });

  test('removes the data of temporary data folders that no longer exist', async () => {
    const reachable = join(playground.folder, 'reachable');
    const hidden = join(playground.folder, 'hidden');
    const choose = async (name: string) => {
      await mkdir(join(hidden, name), { recursive: true });
      await chmod(hidden, 0o700);
      return dirname(choosePlacement(join(hidden, name), findPostgresPackage(), reachable).cluster);
    };
    const [gone, kept, elsewhere] = [await choose('gone'), await choose('kept'), await choose('elsewhere')];
    await rm(join(hidden, 'gone'), { recursive: true });
    await writeFile(join(elsewhere, 'belongs-to'), '/mnt/a-disk-that-is-not-there/data');
    const last = await choose('last');
    const left = await readdir(join(reachable, 'data'));
    expect(left.sort()).toEqual([kept, elsewhere, last].map((folder) => basename(folder)).sort());
    expect(left).not.toContain(basename(gone));
  });

  test("copies binaries that PostgreSQL's user cannot reach, once", async () => {
    const postgres = findPostgresPackage();
    const hidden = join(playground.folder, 'hidden');
    await mkdir(hidden, { mode: 0o700 });
    await cp(postgres.folder, join(hidden, 'native'), { recursive: true, verbatimSymlinks: true });
    await chmod(join(hidden, 'native/bin'), 0o700);
    await mkdir(dataDir, { mode: 0o755 });
    const reachable = join(playground.folder, 'reachable');
    const choose = () => choosePlacement(dataDir, { ...postgres, folder: join(hidden, 'native') }, reachable);
    const { binaries, cluster } = choose();
    expect(binaries).toBe(join(reachable, 'postgresql', postgres.version));
    expect((await stat(join(binaries, 'bin/postgres'))).mode & 0o777).toBe(0o755);
    expect((await stat(join(binaries, 'bin'))).mode & 0o777).toBe(0o755);
    expect(cluster).toBe(join(dataDir, 'postgres'));
    const made = (await stat(binaries)).ino;
    choose();
    expect((await stat(binaries)).ino).toBe(made);
    expect(await readdir(join(reachable, 'postgresql'))).toEqual([postgres.version]);
  });

  test('an ordinary user runs it in place', async () => {
    await mkdir(dataDir);
    await chown(dataDir, ordinary.uid, ordinary.gid);
    const { url } = await start({}, ordinary);
    expect(await query(url, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(ordinary.uid);
  });
});
