import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * One way of testing for all packages. `name` names the package's counts for `npm test`; with `database` its tests
 * find a PostgreSQL (see db/src/testing).
 */
export function testSettings(
  name: string,
  { database, include = 'src/**/*.test.ts' }: { database: boolean; include?: string },
): ViteUserConfig {
  const { TEST_COUNTS_DIR: counts } = process.env;
  return defineConfig({
    test: {
      environment: 'node',
      pool: 'forks',
      include: [include],
      // Slow machines and cold caches; nothing waits this long when all is well.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // Two packages are tested at once beside one PostgreSQL.
      maxWorkers: 2,
      globalSetup: database ? [join(import.meta.dirname, '../db/src/testing/vitest-setup.ts')] : [],
      reporters: counts ? ['default', ['json', { outputFile: join(counts, `${name}.json`) }]] : ['default'],
    },
  });
}
