import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { takeLock } from '../install/install-lock.mjs';
import { packWorkspace } from './pack-workspace.ts';

/**
 * Packs a workspace as `packWorkspace` does. `npm test` names a folder for packages in TEST_PACKAGES_DIR: there each is
 * made by the first test that needs it, and taken by all others.
 *
 * @returns the archive, in `scratch`.
 */
export async function packOnce(workspace: string, scratch: string): Promise<string> {
  const { TEST_PACKAGES_DIR: shared } = process.env;
  if (!shared) return packWorkspace(workspace, scratch);
  const kept = join(shared, workspace.replaceAll('/', '-'));
  const lock = await takeLock(`${kept}.lock`, () => {});
  try {
    const [name = await keep(workspace, kept)] = await readdir(kept).catch(() => []);
    await copyFile(join(kept, name), join(scratch, name));
    return join(scratch, name);
  } finally {
    lock.release();
  }
}

/** Makes the package; the folder `kept` appears when it is whole. Returns the archive's name. */
async function keep(workspace: string, kept: string): Promise<string> {
  const making = await mkdtemp(`${kept}-`);
  try {
    const archive = await packWorkspace(workspace, making);
    await mkdir(join(making, 'done'));
    await rename(archive, join(making, 'done', basename(archive)));
    await rename(join(making, 'done'), kept);
    return basename(archive);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}
