import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { SNIPPETS } from './snippets.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../../../../..');
const facts = {
  service: 'https://t.example',
  apiKey: `svc_${'0'.repeat(64)}`,
  appId: '5a8d1c9e-0000-4000-8000-000000000001',
  customerId: '5a8d1c9e-0000-4000-8000-000000000002',
};
const codeOf = (kind: string, service = facts.service) =>
  SNIPPETS.find(({ id }) => id === kind)?.parts({ ...facts, service }) ?? [];

// How these are run, the test of the first run shows: web, Node, curl and Python.
test.each([
  ['React', { react: 'main.tsx' }, []],
  ['React Native and Expo', { 'react-native': 'index.js', expo: 'expo.ts' }, ['react-native']],
])('the code for %s compiles where the SDK is installed', async (_name, files, customConditions) => {
  const folder = await newFolder();
  for (const [kind, file] of Object.entries(files))
    await writeFile(join(folder, file), codeOf(kind).at(-1)?.text ?? '');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    allowImportingTsExtensions: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    // The SDK’s own sources use them; its package has declarations instead.
    types: ['node'],
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions,
    skipDefaultLibCheck: true,
    checkers: 1,
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.values(files) }),
  );
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }: { stdout: string }) =>
    expect.fail(stdout),
  );
});

test.each(SNIPPETS.map((snippet) => [snippet.id, snippet] as const))(
  'the code for %s holds the key and the address, and no other address',
  (_, snippet) => {
    const text = snippet
      .parts(facts)
      .map((part) => part.text)
      .join('\n');
    expect(text).toContain(facts.apiKey);
    expect(new Set(text.match(/https?:\/\/[\w.]+/g))).toEqual(new Set([facts.service]));
  },
);

test.each([
  ['http://192.168.1.20:8787', true],
  ['http://127.0.0.1:8787', false],
  ['http://localhost:8787', false],
  ['http://[::1]:8787', false],
  ['https://t.example', false],
])('from %s the SDK is told that it may send without TLS: %s', (service, isTold) => {
  for (const kind of ['web', 'react', 'react-native', 'expo', 'node'])
    expect(codeOf(kind, service).at(-1)?.text.includes('allowInsecure: true')).toBe(isTold);
});

/** Below the project’s own modules, among which the SDK is. */
async function newFolder(): Promise<string> {
  const cache = join(ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'snippets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
