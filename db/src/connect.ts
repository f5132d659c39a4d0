import { Client } from 'pg';

/** Why a database cannot be used, for the person who named it. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/** Connects to do something about the schema. @throws UnusableDatabaseError */
export async function connect(databaseUrl: string, applicationName = 'tributary-migrate'): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
  });
  await client.connect().catch((cause: Error) => {
    throw new UnusableDatabaseError(cause.message || String(cause), { cause });
  });
  return client;
}
