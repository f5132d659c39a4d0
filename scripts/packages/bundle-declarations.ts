import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleEntries } from './bundle-entries.ts';

interface Declarations {
  /** The package's folder in the checkout. */
  readonly cwd: string;
  /** Where declarations stand as their sources do in the project. */
  readonly emitted: string;
  /** The entry's declarations, below `emitted`. */
  readonly entry: string;
  readonly outDir: string;
  readonly alwaysBundle?: RegExp[];
  readonly neverBundle?: RegExp[];
}

/** Bundles declarations into one file, written as `index.d.ts` and `index.d.mts`. */
export async function bundleDeclarations({
  emitted,
  entry,
  outDir,
  ...options
}: Declarations): Promise<void> {
  await bundleEntries({
    ...options,
    tsconfig: 'tsconfig.json',
    entry: { index: join(emitted, entry) },
    outDir,
    format: ['esm'],
    dts: { dtsInput: true, emitDtsOnly: true },
  });
  const text = await readFile(join(outDir, 'index.d.ts'), 'utf8');
  // What is imported without a name has left nothing in the bundle.
  const needed = text.replace(/^import "[^"]+";\n/gm, '');
  for (const name of ['index.d.ts', 'index.d.mts']) await writeFile(join(outDir, name), needed);
}
