import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { ViteUserConfig } from 'vitest/config';

const ROOT = join(import.meta.dirname, '..');
/** The folders with tests, and what their patterns are relative to. */
const PACKAGES = ['db', 'guide', 'harness', 'scripts', 'sdk', 'server', 'server/client', 'server/console'];

afterAll(() => vi.unstubAllEnvs());

/** The test files of a package that its vitest would run in a set, each as often as it would. */
async function filesOf(path: string, set: 'fast' | 'slow'): Promise<string[]> {
  vi.stubEnv('TEST_SET', set);
  vi.stubEnv('TEST_OLD_POSTGRES', undefined);
  vi.resetModules();
  const { default: config } = (await import(join(ROOT, path, 'vitest.config.ts'))) as {
    default: ViteUserConfig;
  };
  const projects = (config.test?.projects ?? []) as { test: { include: string[]; exclude: string[] } }[];
  const isOne = (file: string, patterns: string[]) => patterns.some((pattern) => matchesGlob(file, pattern));
  return projects.flatMap(({ test: { include, exclude } }) =>
    testFiles(path).filter((file) => isOne(file, include) && !isOne(file, exclude)),
  );
}

/** All test files of a package, those of packages inside it left out, relative to where its patterns start. */
function testFiles(path: string): string[] {
  return path === 'scripts'
    ? globSync('scripts/**/*.test.ts', { cwd: ROOT })
    : globSync('src/**/*.test.ts', { cwd: join(ROOT, path) });
}

describe.each(PACKAGES)('%s', (path) => {
  test('has each test file in one of the two sets, once', async () => {
    const [fast, slow] = [await filesOf(path, 'fast'), await filesOf(path, 'slow')];
    expect([...fast, ...slow].sort()).toEqual(testFiles(path).sort());
    expect(slow.filter((file) => !file.endsWith('.slow.test.ts'))).toEqual([]);
    expect(fast.filter((file) => file.endsWith('.slow.test.ts'))).toEqual([]);
  });
});

test('no test file is outside of them', () => {
  const folders = ['db', 'guide', 'harness', 'scripts', 'sdk', 'server'];
  const all = folders.flatMap((folder) =>
    globSync('**/*.{test,spec}.{ts,tsx,js,mjs}', {
      cwd: join(ROOT, folder),
      exclude: ['**/node_modules/**', '**/dist/**'],
    }).map((file) => join(folder, file)),
  );
  const known = PACKAGES.flatMap((path) =>
    testFiles(path).map((file) => (path === 'scripts' ? file : join(path, file))),
  );
  expect(all.sort()).toEqual(known.sort());
});

test('a set of another name is refused', async () => {
  vi.stubEnv('TEST_SET', 'quick');
  vi.resetModules();
  await expect(import('./vitest.config.ts')).rejects.toThrow('TEST_SET must be fast or slow');
});
