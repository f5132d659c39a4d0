import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { packOnce } from './packages/pack-once.ts';

// `npm run pack`: writes the packages that others install into `dist/packages`, or into the folder that the argument
// names. A running service serves them at `/packages/` at once. Further arguments are the workspaces whose packages are
// wanted, where that is not all.

const ROOT = join(import.meta.dirname, '..');
const WORKSPACES = ['sdk', 'server/client', 'harness'];

async function packAll(target: string, workspaces: readonly string[]): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  // Beside the target, so that each archive takes its place in one step.
  const scratch = await mkdtemp(join(dirname(target), 'packing-'));
  try {
    const archives: string[] = [];
    for (const workspace of workspaces) archives.push(await packOnce(workspace, scratch));
    await mkdir(target, { recursive: true });
    for (const archive of archives) await place(archive, target);
    if (workspaces === WORKSPACES)
      await removeOthers(
        target,
        archives.map((archive) => basename(archive)),
      );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function place(archive: string, target: string): Promise<void> {
  const placed = join(target, basename(archive));
  await rename(archive, placed);
  const { size } = await stat(placed);
  console.log(`${relative(process.cwd(), placed)}  ${Math.ceil(size / 1024)} KB`);
}

/** Those of other versions: nobody is to find two. */
async function removeOthers(target: string, names: readonly string[]): Promise<void> {
  for (const name of await readdir(target))
    if (/^tributary-.*\.tgz$/.test(name) && !names.includes(name)) await rm(join(target, name));
}

try {
  const [target = join(ROOT, 'dist/packages'), ...named] = process.argv.slice(2);
  await packAll(resolve(target), named.length > 0 ? named : WORKSPACES);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
