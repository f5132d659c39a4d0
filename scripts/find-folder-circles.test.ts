import { describe, expect, test } from 'vitest';
import { findFolderCircles, type Module } from './find-folder-circles.ts';

describe('a circle of folders', () => {
  const file = (source: string, ...imports: string[]): Module => ({
    source,
    dependencies: imports.map((resolved) => ({ resolved })),
  });

  test('is found through any number of others', () => {
    const modules = [
      file('src/a/one.ts', 'src/b/deep/one.ts'),
      file('src/b/deep/one.ts'),
      file('src/b/two.ts', 'src/root.ts'),
      file('src/root.ts', 'src/a/two.ts'),
      file('src/a/two.ts'),
      file('src/c/one.ts', 'src/a/one.ts'),
    ];
    expect(findFolderCircles(modules)).toEqual([['src/a', 'src/b', 'src/root.ts']]);
  });

  test('is none within one of them', () => {
    const modules = [
      file('src/a/registry.ts', 'src/a/variants/one.ts'),
      file('src/a/variants/one.ts', 'src/a/interface.ts', 'src/a/variants/two.ts'),
      file('src/a/variants/two.ts'),
      file('src/a/interface.ts'),
    ];
    expect(findFolderCircles(modules)).toEqual([]);
  });
});
