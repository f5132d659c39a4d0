import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleDeclarations } from '../../scripts/packages/bundle-declarations.ts';
import { bundleEntries } from '../../scripts/packages/bundle-entries.ts';
import { withDeclarations } from '../../scripts/packages/emit-declarations.ts';
import { esModuleOrCommonJs } from '../../scripts/packages/package-exports.ts';
import { writePackage } from '../../scripts/packages/write-package.ts';

const HARNESS = fileURLToPath(new URL('..', import.meta.url));
/** What reads requests that are not sent by `fetch`: a file that is loaded from beside the bundle. */
const HTTP_PARSER = fileURLToPath(
  new URL('../../node_modules/@mswjs/interceptors/lib/node/llhttp/llhttp.wasm', import.meta.url),
);

const PROMISE_WITH_RESOLVERS = `function promiseWithResolvers() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}`;

// `npm run build -w harness`: builds the npm package into `harness/dist`, or into the folder that the argument names.

/**
 * Builds the npm package into a folder: the library as an ES module and as CommonJS, which jest needs, with everything in
 * it that it uses.
 */
async function buildPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bundled = await bundleEntries({
    cwd: HARNESS,
    tsconfig: 'tsconfig.json',
    entry: { index: 'src/index.ts' },
    outDir: folder,
    format: ['esm', 'cjs'],
    platform: 'node',
    target: 'node20',
    dts: false,
    alwaysBundle: [/./],
    // Node 20 has none; setting it would let an app's tests pass that need it.
    define: { 'Promise.withResolvers': 'promiseWithResolvers' },
    banner: { js: PROMISE_WITH_RESOLVERS },
    // The service asks whether an error is PostgreSQL's; the fake service has no database that could fail.
    resolve: (id) => (id === 'pg' ? join(HARNESS, 'scripts/without-postgres.ts') : undefined),
  });
  await withDeclarations(HARNESS, (emitted) =>
    bundleDeclarations({
      cwd: HARNESS,
      emitted,
      entry: 'harness/src/index.d.ts',
      outDir: folder,
      // None is left: nothing that a test sees is of another package.
      neverBundle: [/^[a-z@]/],
    }),
  );
  await mkdir(join(folder, 'llhttp'));
  await copyFile(HTTP_PARSER, join(folder, 'llhttp/llhttp.wasm'));
  const manifest = {
    type: 'commonjs',
    engines: { node: '>=20' },
    main: './index.js',
    types: './index.d.ts',
    exports: { '.': esModuleOrCommonJs('index'), './package.json': './package.json' },
  };
  await writePackage(folder, { workspace: 'harness', manifest, bundled });
}

await buildPackage(process.argv[2] ?? join(HARNESS, 'dist'));
