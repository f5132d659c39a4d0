import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const TSC = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url));

/** Checks files of a folder as a project of its own; fails with the compiler's messages. */
export async function compileTypeScript(
  folder: string,
  files: string[],
  options: object = {},
): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
    // The package's own declarations are checked, the compiler's are not.
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    checkers: 1,
    ...options,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await promisify(execFile)(TSC, ['-p', folder]).catch(({ stdout }: { stdout: string }) =>
    expect.fail(stdout),
  );
}
