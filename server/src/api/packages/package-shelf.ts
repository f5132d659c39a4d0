import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampOfFile } from '../../platform/http/pages/stamp-of-file.ts';
import { VERSION } from '../../platform/settings/version.ts';

/** Where `npm run pack` writes packages. */
const FOLDER = fileURLToPath(new URL('../../../../dist/packages', import.meta.url));

export const PACKAGE_NAMES = ['sdk', 'client', 'harness'] as const;
export type PackageName = (typeof PACKAGE_NAMES)[number];

/** A package that others install. */
export interface ShelvedPackage {
  /** `tributary-sdk-1.0.0.tgz` */
  readonly file: string;
  /** Of its content, as the header has it. */
  readonly etag: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface Kept extends ShelvedPackage {
  readonly stamp: string;
}

/** Finds a package of this service's version; undefined if there is none now. */
export type PackageShelf = (name: PackageName) => Promise<ShelvedPackage | undefined>;

/** The packages in a folder, which may come, change and go while the service runs. What is asked for stays in memory. */
export function openPackageShelf(folder = FOLDER): PackageShelf {
  const kept = new Map<PackageName, Kept>();
  return async (name) => {
    const file = `tributary-${name}-${VERSION}.tgz`;
    const stamp = await stampOfFile(join(folder, file));
    if (stamp === undefined) kept.delete(name);
    else if (kept.get(name)?.stamp !== stamp) kept.set(name, await take(folder, file, stamp));
    return kept.get(name);
  };
}

async function take(folder: string, file: string, stamp: string): Promise<Kept> {
  const body = new Uint8Array(await readFile(join(folder, file)));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { file, etag, body, stamp };
}
