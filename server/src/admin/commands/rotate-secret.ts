import { createKeyring } from '../../secrets/keyring.ts';
import { readSecrets } from '../../secrets/load-secrets.ts';
import { SEALED_COLUMNS, type SealedRow, selectSealed } from '../../secrets/sealed-secrets.ts';
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
      for (const sealedIn of SEALED_COLUMNS) {
        const { table, column, purpose } = sealedIn;
        for (const { id, sealed } of await tx.execute<SealedRow[]>(`${selectSealed(sealedIn)} for update`)) {
          if (!keyring.isStale(sealed)) continue;
          const again = keyring.seal(purpose, id, keyring.open(purpose, id, sealed));
          await tx.execute(`update ${table} set ${column} = ? where id = ?`, [again, id]);
          count++;
        }
      }
    });
    print(
      `${count} secrets re-encrypted; remove SERVICE_SECRET_PREVIOUS once every instance has the new SERVICE_SECRET`,
    );
  },
};
