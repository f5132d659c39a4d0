import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleWithRolldown, gzippedSize } from './bundle-with-rolldown.ts';

/** What the app has anyway, for every library alike. */
const EXTERNAL = /^(react|react-native|react-native-[\w-]+|@react-native.*)(\/|$)/;

const OWN = { web: '@tributary/sdk/served/module', 'React Native': '@tributary/sdk/react-native' };

/** Other libraries of the field, with what of them an app cannot do without. */
const OTHERS = {
  'posthog-js-lite': ['posthog-js-lite@4.12.1'],
  '@openpanel/web': ['@openpanel/web@1.4.1'],
  '@segment/analytics-react-native': [
    '@segment/analytics-react-native@2.24.1',
    '@segment/sovran-react-native@1.1.3',
  ],
};

export interface LibrarySize {
  readonly name: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** The sizes of this SDK's bundles, and of other libraries, which npm installs into a temporary folder. */
export async function measureSizes(): Promise<LibrarySize[]> {
  const sizes: LibrarySize[] = [];
  for (const [name, entry] of Object.entries(OWN))
    sizes.push(await sizeOf(`@tributary/sdk, ${name}`, fileURLToPath(import.meta.resolve(entry))));
  for (const [name, packages] of Object.entries(OTHERS)) sizes.push(await sizeOfPackage(name, packages));
  return sizes;
}

async function sizeOf(name: string, entry: string): Promise<LibrarySize> {
  const code = await bundleWithRolldown(entry, { format: 'esm', platform: 'browser', external: EXTERNAL });
  return { name, bytes: code.length, gzipBytes: gzippedSize(code) };
}

async function sizeOfPackage(name: string, packages: readonly string[]): Promise<LibrarySize> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-size-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', ['install', ...packages, ...flags], { cwd: folder });
    const entry = join(folder, 'entry.js');
    await writeFile(entry, `export * from '${name}';\n`);
    return await sizeOf(name, entry);
  } finally {
    await rm(folder, { recursive: true });
  }
}
