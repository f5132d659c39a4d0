import { VERSION } from '../wire/sdk-version.ts';

/**
 * What a program has one of, however many copies of this version it loads, as where some of it is ES modules and some
 * CommonJS.
 */
export function onePerProgram<Kept>(name: string, create: () => Kept): Kept {
  const program = globalThis as unknown as Record<symbol, Kept | undefined>;
  const key = Symbol.for(`@tributary/sdk ${VERSION} ${name}`);
  program[key] ??= create();
  return program[key];
}
