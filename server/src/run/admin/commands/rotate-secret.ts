import type { Pool } from 'pg';
import { createKeyring } from '../../../platform/auth/secrets/keyring.ts';
import { readSecrets } from '../../../platform/auth/secrets/load-secrets.ts';
import { resealColumn } from '../../../platform/auth/secrets/reseal-column.ts';
import { SEALED_COLUMNS } from '../../../platform/auth/secrets/sealed-secrets.ts';
import { type AdminCommand, AdminError } from '../command.ts';
import { withPool } from '../with-pool.ts';

/** An instance that does not have the new secret yet may encrypt something with the old one meanwhile. */
const MAX_PASSES = 5;
const MOST_NAMED = 10;

/** Re-encrypts every stored secret with the current SERVICE_SECRET; run it while SERVICE_SECRET_PREVIOUS is set. */
export const rotateSecret: AdminCommand = {
  args: [],
  help: 're-encrypts stored secrets that are still encrypted with SERVICE_SECRET_PREVIOUS',
  details:
    'Instances keep working meanwhile, as long as each has both secrets. The command can be stopped or killed at any\n' +
    'moment and run again. docs/running/operations.md has the steps before and after it.',
  async run({ config, databaseUrl, print }) {
    if (config.previousServiceSecret === undefined) {
      throw new AdminError(
        'set SERVICE_SECRET to the new secret and SERVICE_SECRET_PREVIOUS to the previous one',
      );
    }
    const secrets = await readSecrets(config);
    const keyring = createKeyring(secrets);
    const { resealTwoFactors } = await import('../../../platform/auth/session/library/reseal-two-factors.ts');
    await withPool(databaseUrl, 1, async (pool) => {
      let total = 0;
      let unreadable: readonly string[] = [];
      for (let pass = 0, resealed = 1; resealed > 0 && pass < MAX_PASSES; pass++) {
        ({ resealed, unreadable } = await resealAll(pool, keyring));
        resealed += await resealTwoFactors(pool, secrets);
        total += resealed;
      }
      print(`${total} secrets re-encrypted`);
      if (unreadable.length > 0) throw new AdminError(describe(unreadable));
      print('remove SERVICE_SECRET_PREVIOUS once every instance has the new SERVICE_SECRET');
    });
  },
};

async function resealAll(pool: Pool, keyring: ReturnType<typeof createKeyring>) {
  let resealed = 0;
  const unreadable: string[] = [];
  for (const column of SEALED_COLUMNS) {
    const result = await resealColumn(pool, keyring, column);
    resealed += result.resealed;
    unreadable.push(...result.unreadable);
  }
  return { resealed, unreadable };
}

function describe(unreadable: readonly string[]): string {
  const more = unreadable.length - MOST_NAMED;
  const named = unreadable.slice(0, MOST_NAMED).join(', ');
  return (
    `${unreadable.length} secrets cannot be decrypted with SERVICE_SECRET or SERVICE_SECRET_PREVIOUS: ` +
    `${named}${more > 0 ? `, and ${more} more` : ''}`
  );
}
