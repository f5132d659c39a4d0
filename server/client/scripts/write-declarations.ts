import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleDeclarations } from '../../../scripts/packages/bundle-declarations.ts';
import { withDeclarations } from '../../../scripts/packages/emit-declarations.ts';

const CLIENT = fileURLToPath(new URL('..', import.meta.url));
const TRPC = new URL('../package.json', import.meta.resolve('@trpc/server'));

/** The version of tRPC whose types the declarations use. */
export async function trpcVersion(): Promise<string> {
  return JSON.parse(await readFile(TRPC, 'utf8')).version;
}

/**
 * Writes the client's declarations into a folder. The compiler spells out the type of the router, arguments and answers
 * of every procedure; what is left of the server is the context of a call and what the reference says of it, which no
 * client sees.
 */
export async function writeDeclarations(outDir: string): Promise<void> {
  await withDeclarations(CLIENT, async (emitted) => {
    const procedures = join(emitted, 'server/src/platform/http/procedures');
    await writeFile(join(procedures, 'procedure.d.ts'), 'export type CallContext = object;\n');
    await writeFile(join(procedures, 'procedure-facts.d.ts'), 'export type ProcedureMeta = object;\n');
    await bundleDeclarations({
      cwd: CLIENT,
      emitted,
      entry: 'server/client/src/index.d.ts',
      outDir,
      alwaysBundle: [/^@trpc\/client/],
      neverBundle: [/^@trpc\/server/],
    });
  });
}
