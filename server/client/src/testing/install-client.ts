import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const BUILD = join(ROOT, 'server/client/scripts/build-package.ts');

/** The package as a user gets it: built, packed, and installed with its dependency in a fresh project, without network. */
export async function installClient() {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-client-'));
  const project = join(folder, 'project');
  await run(process.execPath, [BUILD, join(folder, 'built')]);
  const pack = async (from: string) => {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [packed] = JSON.parse((await run('npm', args, { cwd: from })).stdout);
    return join(folder, packed.filename);
  };
  const archives = [await pack(join(folder, 'built')), await pack(join(ROOT, 'node_modules/@trpc/server'))];
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
  await run('npm', ['install', ...archives, '--legacy-peer-deps', ...quiet], { cwd: project });
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  return { built: join(folder, 'built'), project, remove: () => rm(folder, { recursive: true }) };
}
