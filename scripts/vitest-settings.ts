import { join } from 'node:path';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { FailureReporter } from './failure-reporter.ts';
import { chosenSet, patternsOf } from './test-sets.ts';

const testing = join(import.meta.dirname, '../db/src/testing');
/** For what happens soon, however busy the machine is; a second, Vitest's own limit, is too short for that. */
const PATIENCE_MS = 60_000;

interface PackageTests {
  /** Gives its tests a PostgreSQL; see db/src/testing. */
  database: boolean;
  include?: string;
  /** Further global set-up, below the package's folder. */
  globalSetup?: string[];
  /** These files get a process each. All others share one per worker, which loads the package's modules only once. */
  apart?: string[];
  /** Files to be run on an old PostgreSQL as well, where TEST_OLD_POSTGRES is set; by default all. */
  onOldPostgres?: string[];
}

/** The vitest settings of a package. `name` identifies its counts for `npm test`. */
export function testSettings(
  name: string,
  { database, include = 'src/**/*.test.ts', globalSetup = [], apart = [], onOldPostgres }: PackageTests,
): ViteUserConfig {
  const { TEST_COUNTS_DIR: counts, TEST_OLD_POSTGRES: isOldPostgres, TEST_RETRIES: retries } = process.env;
  const files =
    isOldPostgres && onOldPostgres ? { include: onOldPostgres, apart: [] } : { include: [include], apart };
  return defineConfig({
    test: {
      environment: 'node',
      pool: 'forks',
      projects: projectsOf(name, files),
      // Generous, for slow machines and cold caches.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
      // `npm test` runs two packages at once, on one PostgreSQL.
      maxWorkers: 2,
      // Not every package has tests of both sets; test-sets.test.ts sees that none is lost.
      passWithNoTests: chosenSet(process.env) !== undefined,
      globalSetup: [...(database ? [join(testing, 'vitest-setup.ts')] : []), ...globalSetup],
      // Those of db run on an old PostgreSQL themselves.
      setupFiles: database && name !== 'db' ? [join(testing, 'record-statements.ts')] : [],
      // Only where `.ci/run` says so; what passed only when run again is named at the end.
      retry: Number(retries ?? 0),
      reporters: counts
        ? ['default', ['json', { outputFile: join(counts, `${name}.json`) }], new FailureReporter(counts)]
        : ['default'],
    },
  });
}

interface Files {
  readonly include: string[];
  readonly apart: string[];
}

const projectsOf = (name: string, { include, apart }: Files) => {
  const set = chosenSet(process.env);
  const [own, others] = [patternsOf(set, apart), patternsOf(set, include)];
  const exclude = [...configDefaults.exclude, ...others.exclude];
  return [
    {
      extends: true as const,
      test: { name, isolate: false, include: others.include, exclude: [...exclude, ...apart] },
    },
    ...(apart.length > 0
      ? [{ extends: true as const, test: { name: `${name}-apart`, include: own.include, exclude } }]
      : []),
  ];
};
