import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUILD = fileURLToPath(new URL('../../../scripts/build-package.ts', import.meta.url));

/** The package as a user gets it: built, packed, and installed from the archive in a fresh folder, without network. */
export async function installPackage() {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-package-'));
  const built = join(folder, 'built');
  const project = join(folder, 'project');
  await run(process.execPath, [BUILD, built]);
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse((await run('npm', pack, { cwd: built })).stdout);
  const archive = join(folder, packed.filename);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"name":"project","version":"1.0.0","private":true}');
  const quiet = [
    '--offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--cache',
    join(folder, 'cache'),
  ];
  await run('npm', ['install', archive, ...quiet], { cwd: project });
  return {
    archive,
    built,
    project,
    files: packed.files.map(({ path }: { path: string }) => path) as string[],
    remove: () => rm(folder, { recursive: true }),
  };
}
