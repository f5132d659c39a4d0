import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { packageManifest } from './package-manifest.ts';

const SDK = fileURLToPath(new URL('..', import.meta.url));

// `npm run build -w sdk`: builds the npm package into `sdk/dist`, or into the folder that the argument names.

/**
 * Builds the npm package into a folder: ES modules, CommonJS and types of each entry, without dependencies, and the
 * package.json, README and licences that go with them.
 */
async function buildPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await bundle(folder, ['browser', 'core', 'node', 'react'], ['esm', 'cjs']);
  // Metro finds optional packages only by plain calls of `require`, which an ES module cannot have.
  await bundle(folder, ['react-native'], ['cjs']);
  const own = JSON.parse(await readFile(join(SDK, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packageManifest(own), null, 2)}\n`);
  await copyFile(join(SDK, 'README.md'), join(folder, 'README.md'));
  await copyFile(join(SDK, '../LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await bundledLicenses());
}

async function bundle(outDir: string, entries: string[], format: ('esm' | 'cjs')[]): Promise<void> {
  await build({
    config: false,
    cwd: SDK,
    tsconfig: 'tsconfig.build.json',
    entry: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
    outDir,
    format,
    platform: 'neutral',
    target: 'es2022',
    outExtensions: (context) =>
      context.format === 'es' ? { js: '.mjs', dts: '.d.mts' } : { js: '.js', dts: '.d.ts' },
    dts: true,
    deps: {
      alwaysBundle: [/^fflate/],
      neverBundle: [/^node:/, /^react$/, /^react-native/, /^@react-native/],
    },
    clean: false,
    failOnWarn: true,
    logLevel: 'warn',
    suppressWarnings: [/TypeScript 7\.0 does not yet have a stable API/],
    checks: { bundlerTimings: false },
  });
}

/** Licences of what the bundles contain, which have to go with them. */
async function bundledLicenses(): Promise<string> {
  const path = fileURLToPath(new URL('../LICENSE', import.meta.resolve('fflate')));
  return `react-native.js contains parts of fflate:\n\n${await readFile(path, 'utf8')}`;
}

await buildPackage(process.argv[2] ?? join(SDK, 'dist'));
