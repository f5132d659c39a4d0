import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledLicences } from './bundled-licences.ts';
import { packagedPages } from './packaged-pages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What the published package.json takes over from the workspace's. */
const KEPT = ['name', 'version', 'description', 'license', 'peerDependencies', 'peerDependenciesMeta'];

interface Contents {
  /** The workspace, below the project's folder. */
  readonly workspace: string;
  /** What its published package.json has beside what it takes over. */
  readonly manifest: object;
  /** The files of other packages that are in its bundles. */
  readonly bundled: readonly string[];
}

/** Adds to the bundles in a folder what makes them a package: package.json, README with its pages, and the licences. */
export async function writePackage(
  folder: string,
  { workspace, manifest, bundled }: Contents,
): Promise<void> {
  const own = JSON.parse(await readFile(join(ROOT, workspace, 'package.json'), 'utf8'));
  const kept = Object.fromEntries(KEPT.filter((name) => name in own).map((name) => [name, own[name]]));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...kept, ...manifest }, null, 2)}\n`);
  for (const [path, text] of await packagedPages(ROOT, `${workspace}/README.md`)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  if (bundled.length > 0)
    await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await bundledLicences(bundled));
}
