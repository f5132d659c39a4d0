import { randomBytes, randomUUID } from 'node:crypto';
import { createKeyring } from '@tributary/server/platform/auth/secrets/keyring';
import type { ServiceSecrets } from '@tributary/server/platform/auth/secrets/load-secrets';
import type { Client } from 'pg';

/** An app that events can be sent for. */
export interface SeededApp {
  readonly customerId: string;
  readonly appId: string;
  readonly secret: string;
}

interface SeedOptions {
  accounts: number;
  appsPerAccount: number;
  plan?: string;
}

/** Creates accounts with apps directly in the database. */
export async function seedApps(
  client: Client,
  secrets: ServiceSecrets,
  { accounts, appsPerAccount, plan = 'self_hosted' }: SeedOptions,
): Promise<SeededApp[]> {
  const keyring = createKeyring(secrets);
  const apps: SeededApp[] = [];
  for (let i = 0; i < accounts; i++) {
    const customerId = randomUUID();
    const teamId = randomUUID();
    await client.query('insert into accounts (id, name, plan, created_at) values ($1, $2, $3, now())', [
      customerId,
      `Account ${i}`,
      plan,
    ]);
    await client.query(
      `insert into teams (id, customer_id, name, is_default, created_at) values ($1, $2, 'Default', true, now())`,
      [teamId, customerId],
    );
    for (let j = 0; j < appsPerAccount; j++) {
      const app = { customerId, appId: randomUUID(), secret: randomBytes(32).toString('hex') };
      await client.query(
        `insert into apps (id, customer_id, team_id, name, bundle_id, signing_secret, created_at)
         values ($1, $2, $3, 'App', 'com.example.app', $4, now())`,
        [app.appId, customerId, teamId, keyring.seal('app-signing-secret', app.appId, app.secret)],
      );
      apps.push(app);
    }
  }
  return apps;
}
