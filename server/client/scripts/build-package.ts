import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleEntries } from '../../../scripts/packages/bundle-entries.ts';
import { esModuleOrCommonJs } from '../../../scripts/packages/package-exports.ts';
import { writePackage } from '../../../scripts/packages/write-package.ts';
import { trpcVersion, writeDeclarations } from './write-declarations.ts';

const CLIENT = fileURLToPath(new URL('..', import.meta.url));

// `npm run build -w server/client`: builds the npm package into `server/client/dist`, or into the folder that the argument
// names.

/**
 * Builds the npm package into a folder: the client as an ES module and as CommonJS, with tRPC's client and superjson in
 * it, and one file of declarations, which needs only `@trpc/server`.
 */
async function buildPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bundled = await bundleEntries({
    cwd: CLIENT,
    tsconfig: 'tsconfig.json',
    entry: { index: 'src/index.ts' },
    outDir: folder,
    format: ['esm', 'cjs'],
    dts: false,
    alwaysBundle: [/./],
  });
  await writeDeclarations(folder);
  const manifest = {
    type: 'commonjs',
    engines: { node: '>=20' },
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: { '.': esModuleOrCommonJs('index'), './package.json': './package.json' },
    // For the types. Some of those that its own client uses are in no public entry: hence this very version.
    dependencies: { '@trpc/server': await trpcVersion() },
  };
  await writePackage(folder, { workspace: 'server/client', manifest, bundled });
}

await buildPackage(process.argv[2] ?? join(CLIENT, 'dist'));
