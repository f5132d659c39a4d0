import { chmod, cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OWN_SCOPE = '@tributary';
const LEFT_OUT = /^\/(\.git|\.data|.*\b(node_modules|dist|coverage|\.turbo))(\/|$)/;

/**
 * Copies the project into a new folder, so that mistakes are made in no one's working tree. Installed modules are
 * linked, except for the project's own packages: those are the copies.
 *
 * @returns the folder, which the caller removes
 */
export async function copyProject(root: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'tributary-mutation-'));
  // Some tests run programs as another user.
  await chmod(copy, 0o755);
  await cp(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.test(path.slice(root.length)) });
  await linkModules(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const name of await readdir(join(copy, 'node_modules', OWN_SCOPE))) {
    const modules = join(root, name, 'node_modules');
    if ((await readdir(modules).catch(() => [])).length > 0)
      await symlink(modules, join(copy, name, 'node_modules'));
  }
  return copy;
}

async function linkModules(from: string, to: string): Promise<void> {
  await mkdir(join(to, OWN_SCOPE), { recursive: true });
  for (const name of await readdir(from))
    if (name !== OWN_SCOPE) await symlink(join(from, name), join(to, name));
  for (const name of await readdir(join(from, OWN_SCOPE)))
    await symlink(join('../..', name), join(to, OWN_SCOPE, name));
}
