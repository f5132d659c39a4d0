import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleEntries } from '../../scripts/packages/bundle-entries.ts';
import { writePackage } from '../../scripts/packages/write-package.ts';
import { PACKAGE_MANIFEST } from './package-manifest.ts';

const SDK = fileURLToPath(new URL('..', import.meta.url));

// `npm run build -w sdk`: builds the npm package into `sdk/dist`, or into the folder that the argument names.

/**
 * Builds the npm package into a folder: ES modules, CommonJS and types of each entry, without dependencies, and the
 * package.json, README and licences that go with them.
 */
async function buildPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bundled = [
    ...(await bundle(folder, ['browser', 'core', 'node'], ['esm', 'cjs'])),
    // Its hooks run in the browser: frameworks that render components on a server go by that.
    ...(await bundle(folder, ['react'], ['esm', 'cjs'], { js: "'use client';" })),
    ...(await bundle(folder, ['react-server'], ['esm', 'cjs'])),
    // Metro finds optional packages only by plain calls of `require`, which an ES module cannot have.
    ...(await bundle(folder, ['react-native'], ['cjs'])),
  ];
  // Of what the SDK does on iOS; an app merges it into its own.
  await copyFile(join(SDK, 'PrivacyInfo.xcprivacy'), join(folder, 'PrivacyInfo.xcprivacy'));
  await writePackage(folder, { workspace: 'sdk', manifest: PACKAGE_MANIFEST, bundled });
}

const bundle = (outDir: string, names: string[], format: ('esm' | 'cjs')[], banner?: { js: string }) =>
  bundleEntries({
    cwd: SDK,
    tsconfig: 'tsconfig.build.json',
    entry: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    outDir,
    format,
    ...(banner && { banner }),
    alwaysBundle: [/^fflate/],
    neverBundle: [/^react$/, /^react-native/, /^@react-native/, /^expo-/],
  });

await buildPackage(process.argv[2] ?? join(SDK, 'dist'));
