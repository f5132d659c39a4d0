import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACK = fileURLToPath(new URL('../../../../scripts/pack-packages.ts', import.meta.url));

/**
 * The package as a user gets it: packed, which refuses what publint or arethetypeswrong find, and installed from the
 * archive in a fresh folder, without network.
 */
export async function installPackage() {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-package-'));
  const packed = join(folder, 'packed');
  const project = join(folder, 'project');
  await run(process.execPath, [PACK, packed, 'sdk']);
  const [name = ''] = await readdir(packed);
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
  await run('npm', ['install', join(packed, name), ...quiet], { cwd: project });
  return {
    project,
    /** Where it is installed. */
    content: join(project, 'node_modules/@tributary/sdk'),
    remove: () => rm(folder, { recursive: true }),
  };
}
