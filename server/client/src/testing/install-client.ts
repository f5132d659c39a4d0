import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PACK = join(ROOT, 'scripts/pack-packages.ts');

/** The package as a user gets it: packed, and installed with its dependency in a fresh project, without network. */
export async function installClient() {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-client-'));
  const project = join(folder, 'project');
  const packed = join(folder, 'packed');
  await run(process.execPath, [PACK, packed, 'server/client']);
  const [name = ''] = await readdir(packed);
  const wanted = [join(packed, name), join(ROOT, 'node_modules/@trpc/server'), '--install-links'];
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"name":"project","version":"1.0.0","private":true}');
  const quiet = [
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(folder, 'cache'),
  ];
  // tRPC asks for TypeScript, of which this machine has one copy.
  await run('npm', ['install', ...wanted, '--legacy-peer-deps', ...quiet], { cwd: project });
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  return {
    project,
    /** Where it is installed. */
    content: join(project, 'node_modules/@tributary/client'),
    remove: () => rm(folder, { recursive: true }),
  };
}
