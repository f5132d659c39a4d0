import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage } from './check-package.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds a workspace's package into a folder below `scratch`, packs it there and checks it.
 *
 * @param workspace below the project's folder. @returns the archive.
 * @throws Error where it cannot be built, or where others could not use it
 */
export async function packWorkspace(workspace: string, scratch: string): Promise<string> {
  const folder = join(scratch, workspace.replaceAll('/', '-'));
  await run(process.execPath, [join(ROOT, workspace, 'scripts/build-package.ts'), folder]).catch(
    ({ stderr, message }: { stderr?: string; message: string }) => {
      throw new Error(`The package of ${workspace} cannot be built:\n${stderr || message}`);
    },
  );
  const args = ['pack', folder, '--json', '--ignore-scripts', '--pack-destination', scratch];
  const [{ filename }] = JSON.parse(await runNpm(args, scratch));
  const archive = join(scratch, filename);
  // The SDK may be in apps whose tools are old.
  await checkPackage(archive, workspace === 'sdk' ? 'node10' : 'node16');
  return archive;
}

/** Runs the npm that runs this, without what it has told this program of the project. */
async function runNpm(args: string[], cwd: string): Promise<string> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|config_local_prefix)/.test(name),
  );
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  return (await run(command, [...first, ...args], { cwd, env: Object.fromEntries(inherited) })).stdout;
}
