/**
 * Two sets of test files. Those that start many processes, browsers, worlds or compilers are named `*.slow.test.ts`;
 * `npm test` runs the others, and `npm run test:slow` those.
 */
export type TestSet = 'fast' | 'slow';

const SLOW = '**/*.slow.test.ts';

/** The set that TEST_SET names; without it, as where a file is run by its name, both. */
export function chosenSet({ TEST_SET: name }: NodeJS.ProcessEnv): TestSet | undefined {
  if (name === undefined || name === 'fast' || name === 'slow') return name;
  throw new Error('TEST_SET must be fast or slow');
}

/** Which of a package's test files are in a set, as patterns. @param include of all its test files, ending in `.test.ts` */
export function patternsOf(
  set: TestSet | undefined,
  include: readonly string[],
): { include: string[]; exclude: string[] } {
  if (set === undefined) return { include: [...include], exclude: [] };
  if (set === 'fast') return { include: [...include], exclude: [SLOW] };
  return {
    include: include.map((pattern) => pattern.replace(/(\.slow)?\.test\.ts$/, '.slow.test.ts')),
    exclude: [],
  };
}
