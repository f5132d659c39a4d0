import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The packages as `npm run pack` makes them, and a fresh project with those for apps and their tests, installed without
 * network; beside them it has this checkout's vitest and TypeScript.
 */
export async function installPackages() {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-packages-'));
  const [packed, project] = [join(folder, 'packed'), join(folder, 'project')];
  await run(process.execPath, [join(ROOT, 'scripts/pack-packages.ts'), packed]);
  const archives = await readdir(packed);
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
  const wanted = archives.filter((name) => !name.includes('client')).map((name) => join(packed, name));
  await run('npm', ['install', ...wanted, ...quiet], { cwd: project });
  await mkdir(join(project, 'node_modules/@types'));
  for (const name of ['vitest', '@types/node', 'undici-types'])
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  return { archives, packed, project, remove: () => rm(folder, { recursive: true }) };
}
