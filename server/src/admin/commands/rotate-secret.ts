import { App } from '@tributary/db/apps/app.entity';
import { createKeyring } from '../../secrets/keyring.ts';
import { readSecrets } from '../../secrets/load-secrets.ts';
import { type AdminCommand, AdminError } from '../command.ts';

/** Re-encrypts every stored secret with the current SERVICE_SECRET; run it while SERVICE_SECRET_PREVIOUS is set. */
export const rotateSecret: AdminCommand = {
  args: [],
  help: 're-encrypts stored secrets that are still encrypted with SERVICE_SECRET_PREVIOUS',
  async run({ config, em, print }) {
    if (config.previousServiceSecret === undefined) {
      throw new AdminError(
        'set SERVICE_SECRET to the new secret and SERVICE_SECRET_PREVIOUS to the previous one',
      );
    }
    const keyring = createKeyring(await readSecrets(config));
    let count = 0;
    await em.transactional(async (tx) => {
      for (const app of await tx.find(App, {})) {
        if (!keyring.isStale(app.signingSecret)) continue;
        const secret = keyring.open('app-signing-secret', app.id, app.signingSecret);
        app.signingSecret = keyring.seal('app-signing-secret', app.id, secret);
        count++;
      }
    });
    print(
      `${count} secrets re-encrypted; remove SERVICE_SECRET_PREVIOUS once every instance has the new SERVICE_SECRET`,
    );
  },
};
