import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { perTest } from '@tributary/server/testing/per-suite';
import { Client } from 'pg';

/** A database of its own for each test of the calling file, and a connection to it. */
export function useDatabase(): { database: TestDatabase; client: Client } {
  const database = perTest(createTestDatabase, ({ drop }) => drop());
  const client = perTest(
    async () => {
      const opened = new Client({ connectionString: database.url });
      await opened.connect();
      return opened;
    },
    (opened) => opened.end(),
  );
  return { database, client };
}
