import { App } from '@tributary/db/apps/app.entity';
import { Pool } from 'pg';
import { createKeyring } from '../../secrets/keyring.ts';
import { readSecrets, type ServiceSecrets } from '../../secrets/load-secrets.ts';
import { resealTwoFactors } from '../../session/reseal-two-factors.ts';
import { type AdminCommand, AdminError } from '../command.ts';

/** Seals every stored secret again under the present SERVICE_SECRET; run it while SERVICE_SECRET_PREVIOUS is set. */
export const rotateSecret: AdminCommand = {
  args: [],
  help: 'seals stored secrets under SERVICE_SECRET that are still under SERVICE_SECRET_PREVIOUS',
  async run({ config, databaseUrl, em, print }) {
    if (config.previousServiceSecret === undefined) {
      throw new AdminError(
        'set SERVICE_SECRET to the new secret and SERVICE_SECRET_PREVIOUS to the one before it',
      );
    }
    const secrets = await readSecrets(config);
    const keyring = createKeyring(secrets);
    let count = await resealPeople(databaseUrl, secrets);
    await em.transactional(async (tx) => {
      for (const app of await tx.find(App, {})) {
        if (!keyring.isStale(app.signingSecret)) continue;
        const secret = keyring.open('app-signing-secret', app.id, app.signingSecret);
        app.signingSecret = keyring.seal('app-signing-secret', app.id, secret);
        count++;
      }
    });
    print(
      `${count} secrets sealed again; SERVICE_SECRET_PREVIOUS may go once every instance has the new SERVICE_SECRET`,
    );
  },
};

async function resealPeople(databaseUrl: string, secrets: ServiceSecrets): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, application_name: 'tributary-admin', max: 1 });
  try {
    return await resealTwoFactors(pool, secrets);
  } finally {
    await pool.end();
  }
}
