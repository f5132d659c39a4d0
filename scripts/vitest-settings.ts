import { join } from 'node:path';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { FailureReporter } from './failure-reporter.ts';

/** For what happens soon, however busy the machine is; a second, Vitest's own limit, is too short for that. */
const PATIENCE_MS = 60_000;

interface PackageTests {
  /** Gives its tests a PostgreSQL; see db/src/testing. */
  database: boolean;
  include?: string;
  /** These files get a process each. All others share one per worker, which loads the package's modules only once. */
  apart?: string[];
  /** Files that say nothing about another version of PostgreSQL; TEST_STATEMENTS_ONLY leaves them out. */
  withoutStatements?: string[];
}

/** The vitest settings of a package. `name` identifies its counts for `npm test`. */
export function testSettings(
  name: string,
  { database, include = 'src/**/*.test.ts', apart = [], withoutStatements = [] }: PackageTests,
): ViteUserConfig {
  const {
    TEST_COUNTS_DIR: counts,
    TEST_STATEMENTS_ONLY: statementsOnly,
    TEST_RETRIES: retries,
  } = process.env;
  const exclude = [...configDefaults.exclude, ...(statementsOnly ? withoutStatements : [])];
  return defineConfig({
    test: {
      environment: 'node',
      pool: 'forks',
      projects: projectsOf(name, { include, exclude, apart }),
      // Generous, for slow machines and cold caches.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
      // `npm test` runs two packages at once, on one PostgreSQL.
      maxWorkers: 2,
      globalSetup: database ? [join(import.meta.dirname, '../db/src/testing/vitest-setup.ts')] : [],
      // Only where `.ci/run` says so; what passed only when run again is named at the end.
      retry: Number(retries ?? 0),
      reporters: counts
        ? ['default', ['json', { outputFile: join(counts, `${name}.json`) }], new FailureReporter(counts)]
        : ['default'],
    },
  });
}

interface Files {
  readonly include: string;
  readonly exclude: string[];
  readonly apart: string[];
}

const projectsOf = (name: string, { include, exclude, apart }: Files) => [
  {
    extends: true as const,
    test: { name, isolate: false, include: [include], exclude: [...exclude, ...apart] },
  },
  ...(apart.length > 0
    ? [{ extends: true as const, test: { name: `${name}-apart`, include: apart, exclude } }]
    : []),
];
