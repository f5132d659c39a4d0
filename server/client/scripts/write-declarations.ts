import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleEntries } from '../../../scripts/packages/bundle-entries.ts';

const CLIENT = fileURLToPath(new URL('..', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
const TRPC = new URL('../package.json', import.meta.resolve('@trpc/server'));

/** The version of tRPC whose types the declarations use. */
export async function trpcVersion(): Promise<string> {
  return JSON.parse(await readFile(TRPC, 'utf8')).version;
}

/**
 * Writes the client's declarations into a folder, as `index.d.mts` and `index.d.ts`. The compiler spells out the type of
 * the router, arguments and answers of every procedure; what is left of the server is the context of a call and
 * what the reference says of it, which no client sees.
 */
export async function writeDeclarations(folder: string): Promise<void> {
  // Inside of the project: packages are looked for in the folders above.
  await mkdir(join(CLIENT, 'dist'), { recursive: true });
  const emitted = await mkdtemp(join(CLIENT, 'dist/declarations-'));
  try {
    await emit(emitted);
    const procedures = join(emitted, 'server/src/procedures');
    await writeFile(join(procedures, 'procedure.d.ts'), 'export type CallContext = object;\n');
    await writeFile(join(procedures, 'procedure-facts.d.ts'), 'export type ProcedureMeta = object;\n');
    await bundleEntries({
      cwd: CLIENT,
      tsconfig: 'tsconfig.json',
      entry: { index: join(emitted, 'server/client/src/index.d.ts') },
      outDir: folder,
      format: ['esm'],
      dts: { dtsInput: true, emitDtsOnly: true },
      alwaysBundle: [/^@trpc\/client/],
      neverBundle: [/^@trpc\/server/],
    });
    await copyFile(join(folder, 'index.d.ts'), join(folder, 'index.d.mts'));
  } finally {
    await rm(emitted, { recursive: true, force: true });
  }
}

async function emit(outDir: string): Promise<void> {
  const compile = promisify(execFile)(TSC, ['-p', 'tsconfig.types.json', '--outDir', outDir], {
    cwd: CLIENT,
  });
  await compile.catch(({ stdout, message }: { stdout?: string; message: string }) => {
    throw new Error(`The declarations of the client cannot be written:\n${stdout || message}`);
  });
}
