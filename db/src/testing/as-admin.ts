import { Client } from 'pg';

/** Runs `act` on a connection of its own. */
export async function asAdmin<T>(adminUrl: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
