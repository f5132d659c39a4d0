import { Client } from 'pg';
import { NOTICE_LOST_MACHINE } from './notice-lost-machine.ts';

/** Why a database cannot be used; the message is for the operator. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/** Connects in order to read or change the schema. @throws UnusableDatabaseError */
export async function connect(databaseUrl: string, applicationName = 'tributary-migrate'): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    ...NOTICE_LOST_MACHINE,
  });
  // A lost connection also fails the current statement, which reports it.
  client.on('error', () => {});
  await client.connect().catch((cause: Error) => {
    throw new UnusableDatabaseError(cause.message || String(cause), { cause });
  });
  return client;
}
