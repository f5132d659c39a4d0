import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Pool } from 'pg';
import type { ServiceSecrets } from '../../secrets/load-secrets.ts';
import { encryptionKeys } from './encryption-keys.ts';

const READ = 'select id, secret, backup_codes from auth_two_factors where id > $1 order by id limit 500';
/** Skips rows that have changed since they were read: those are already encrypted with the current key. */
const WRITE = `
  update auth_two_factors set secret = $2, backup_codes = $3 where id = $1 and secret = $4 and backup_codes = $5`;

interface Row {
  readonly id: string;
  readonly secret: string;
  readonly backup_codes: string;
}

/**
 * Re-encrypts second factors that were encrypted with the previous SERVICE_SECRET. If it is interrupted, it can be run
 * again.
 *
 * @returns the number of users concerned
 */
export async function resealTwoFactors(pool: Pick<Pool, 'query'>, secrets: ServiceSecrets): Promise<number> {
  const [current, ...earlier] = encryptionKeys(secrets);
  if (current === undefined || earlier.length === 0) return 0;
  const key = {
    keys: new Map([current, ...earlier].map(({ version, value }) => [version, value])),
    currentVersion: current.version,
  };
  const reseal = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  let count = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await pool.query<Row>(READ, [after]);
    for (const row of rows.filter((one) => !isUnder(current.version, one))) {
      const sealed = [await reseal(row.secret), await reseal(row.backup_codes)];
      const { rowCount } = await pool.query(WRITE, [row.id, ...sealed, row.secret, row.backup_codes]);
      count += rowCount ?? 0;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.id;
  }
}

function isUnder(version: number, { secret, backup_codes }: Row): boolean {
  return [secret, backup_codes].every((sealed) => sealed.startsWith(`$ba$${version}$`));
}
