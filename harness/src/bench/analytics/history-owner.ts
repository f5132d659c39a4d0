import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { Backend } from '../../backend/backend.ts';
import { createOwner } from '../../backend/owner.ts';

/** Whose account has the history, and how they ask for reports. */
export interface HistoryOwner {
  readonly customerId: string;
  readonly appIds: readonly string[];
  /** Asks for a report; answers with the length of its body. */
  ask(parameters: Record<string, string>): Promise<number>;
}

export async function createHistoryOwner(
  backend: Backend,
  client: Client,
  apps: number,
): Promise<HistoryOwner> {
  const owner = await createOwner(backend);
  const appIds: string[] = [];
  for (let made = 0; made < apps; made++) {
    const bundle = `com.example.a${randomBytes(4).toString('hex')}`;
    appIds.push(await owner.rpc<string>('create_app', { p_name: `App ${made}`, p_bundle_id: bundle }));
  }
  const { rows } = await client.query<{ customer_id: string }>('select customer_id from apps where id = $1', [
    appIds[0],
  ]);
  return {
    customerId: rows[0]?.customer_id ?? '',
    appIds,
    async ask(parameters) {
      return (await owner.getText(`/v1/analytics?${new URLSearchParams(parameters)}`)).length;
    },
  };
}
