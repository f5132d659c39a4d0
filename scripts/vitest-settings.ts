import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * The vitest settings of a package. `name` identifies its counts for `npm test`; with `database` its tests get a
 * PostgreSQL (see db/src/testing).
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
      // Generous, for slow machines and cold caches.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // `npm test` runs two packages at once, on one PostgreSQL.
      maxWorkers: 2,
      globalSetup: database ? [join(import.meta.dirname, '../db/src/testing/vitest-setup.ts')] : [],
      reporters: counts ? ['default', ['json', { outputFile: join(counts, `${name}.json`) }]] : ['default'],
    },
  });
}
