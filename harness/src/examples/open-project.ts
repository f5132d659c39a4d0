import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * A copy of an example in a folder of its own, with the SDK's package as others get it, and these packages of the checkout.
 * Its own installed packages are copied too, as links to the same files.
 */
export async function openProject(example: string, linked: readonly string[] = []) {
  const around = await mkdtemp(join(tmpdir(), `example-${example}-`));
  const folder = join(around, example);
  const modules = join(folder, 'node_modules');
  const source = join(ROOT, 'examples', example);
  // Its packages may be hundreds of MB: only where links cannot be are they copied.
  await run('cp', ['-al', source, folder]).catch(async () => {
    await rm(folder, { recursive: true, force: true });
    await run('cp', ['-a', source, folder]);
  });
  await mkdir(join(modules, '@types'), { recursive: true });
  await mkdir(join(modules, '@tributary'), { recursive: true });
  for (const name of linked) await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  const packed = join(around, 'packed');
  await run(process.execPath, [join(ROOT, 'scripts/pack-packages.ts'), packed, 'sdk']);
  const [archive = ''] = await readdir(packed);
  const sdk = join(modules, '@tributary/sdk');
  await mkdir(sdk);
  await run('tar', ['xzf', join(packed, archive), '--strip-components', '1', '-C', sdk]);
  return { folder, remove: () => rm(around, { recursive: true }) };
}
