import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { Backend } from '../../backend/backend.ts';
import { createOwner } from '../../backend/owner.ts';

/** The owner of the account with the history. */
export interface HistoryOwner {
  readonly customerId: string;
  readonly appIds: readonly string[];
  /** Requests a report; returns the length of its body. */
  fetchReport(parameters: Record<string, string>): Promise<number>;
}

/** Signs someone up whose account gets that many apps, and gives it to a plan without limits. */
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
    async fetchReport(parameters) {
      return (await owner.getText(`/v1/analytics?${new URLSearchParams(parameters)}`)).length;
    },
  };
}
