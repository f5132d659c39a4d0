import { randomBytes } from 'node:crypto';
import type { ResolvedKey } from '@tributary/sdk/wire/resolved-key';
import type { Client } from 'pg';
import type { Backend } from '../../backend/backend.ts';
import { createOwner } from '../../backend/owner.ts';
import type { SeededApp } from '../../backend/seed-apps.ts';

/** The owner of the account with the history. */
export interface HistoryOwner {
  readonly customerId: string;
  readonly appIds: readonly string[];
  /** The bearer token. */
  readonly token: string;
  /** One of its apps as something that sends. */
  senderOf(appId: string): Promise<SeededApp>;
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
    token: owner.token,
    async senderOf(appId) {
      const { api_key } = await owner.post<{ api_key: string }>('/v1/generate-key', { app_id: appId });
      const headers = { 'x-service-api-key': api_key };
      const answer = await fetch(`${backend.origin}/v1/resolve-key`, { headers });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      const { customer_id, sdk_secret } = (await answer.json()) as ResolvedKey;
      return { customerId: customer_id, appId, secret: sdk_secret };
    },
    async fetchReport(parameters) {
      return (await owner.getText(`/v1/analytics?${new URLSearchParams(parameters)}`)).length;
    },
  };
}
