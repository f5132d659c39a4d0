import { execFile } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/**
 * Has the compiler write the declarations of a workspace, and of all sources of the project that they need, into a folder
 * that exists until `use` is done with it: there a file has the path that it has in the project. What is written is
 * decided by the workspace's `tsconfig.types.json`.
 *
 * @throws Error with the compiler's messages
 */
export async function withDeclarations(
  workspace: string,
  use: (folder: string) => Promise<unknown>,
): Promise<void> {
  // Inside of the project: packages are looked for in the folders above.
  await mkdir(join(workspace, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(workspace, 'dist/declarations-'));
  try {
    const compiled = promisify(execFile)(TSC, ['-p', 'tsconfig.types.json', '--outDir', folder], {
      cwd: workspace,
    });
    await compiled.catch(({ stdout, message }: { stdout?: string; message: string }) => {
      throw new Error(`The declarations of ${workspace} cannot be written:\n${stdout || message}`);
    });
    await relateImports(folder);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Has declarations import those of other workspaces from beside them: in their packages are only sources. */
async function relateImports(folder: string): Promise<void> {
  for await (const path of glob('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, path);
    const text = await readFile(file, 'utf8');
    // Nobody outside of the service sees what its parts add to `Services`.
    const own = text.replace(/^declare module '\.[^']*' \{\n.*?^\}\n/gms, '');
    const related = own.replace(
      /(['"])@tributary\/(\w+)\/([^'"]+)\1/g,
      (_import, quote: string, name: string, source: string) =>
        `${quote}${relative(dirname(file), join(folder, name, 'src', `${source}.ts`))}${quote}`,
    );
    if (related !== text) await writeFile(file, related);
  }
}
