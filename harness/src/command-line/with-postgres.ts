import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { Client } from 'pg';

/** A PostgreSQL with the service's durable settings, and a connection to it. */
export interface BenchDatabase {
  readonly url: string;
  readonly client: Client;
}

/** Runs what is measured on a PostgreSQL of its own, which is removed afterwards. */
export async function withPostgres(measure: (database: BenchDatabase) => Promise<void>): Promise<void> {
  const { url, stop } = await startTestPostgres({ durable: true });
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await measure({ url, client });
  } finally {
    await client.end();
    await stop();
  }
}
