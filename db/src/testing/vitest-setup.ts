import { randomBytes } from 'node:crypto';
import { startTestPostgres } from './start-test-postgres.ts';
import { ensureTemplateDatabase } from './template-database.ts';
import { dropLeakedDatabases } from './test-database.ts';

/**
 * Vitest's global set-up for packages whose tests use a database, on the server at TEST_DATABASE_URL or else on one
 * started here. The returned tear-down fails the run if a test leaked its database.
 */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? undefined : await startTestPostgres();
  const adminUrl = given || (own?.url ?? '');
  const run = randomBytes(4).toString('hex');
  try {
    // The tests' processes inherit the environment.
    Object.assign(process.env, {
      TEST_DATABASE_URL: adminUrl,
      TEST_TEMPLATE: await ensureTemplateDatabase(adminUrl),
      TEST_RUN: run,
    });
  } catch (error) {
    await own?.stop();
    throw error;
  }
  return async () => {
    const leaked = await dropLeakedDatabases(adminUrl, run).finally(() => own?.stop());
    if (leaked.length > 0) {
      throw new Error(`${leaked.length} test databases were not dropped (createTestDatabase without drop).`);
    }
  };
}
