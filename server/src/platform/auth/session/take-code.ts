import { createHmac } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Pool } from 'pg';
import { sameSecret } from '../secrets/same-secret.ts';
import type { Auth } from './library/auth.ts';

const STEP_MS = 30_000;
/** The steps whose codes the sign-in library accepts, latest first. */
const NEIGHBOURS = [1, 0, -1];

const READ = 'select secret from auth_two_factors where user_id = $1';
const TAKE = `
  update auth_two_factors set last_used_step = $2
  where user_id = $1 and (last_used_step is null or last_used_step < $2)`;

/**
 * Takes a code of a user's second factor, which works once: it and those before it are used up, at every instance.
 *
 * @param now Unix ms; the sign-in library goes by the system's clock.
 * @returns false if it was used before. A wrong code is not: refusing that is up to the library.
 */
export async function takeCode(
  auth: Auth,
  pool: Pool,
  { userId, code, now }: { userId: string; code: string; now: number },
): Promise<boolean> {
  const { rows } = await pool.query<{ secret: string }>(READ, [userId]);
  const [row] = rows;
  if (!row) return true;
  const { secretConfig } = await auth.$context;
  const secret = await symmetricDecrypt({ key: secretConfig, data: row.secret });
  const current = Math.floor(now / STEP_MS);
  const step = NEIGHBOURS.map((distance) => current + distance).find((one) =>
    sameSecret(code, codeOf(secret, one)),
  );
  if (step === undefined) return true;
  const { rowCount } = await pool.query(TAKE, [userId, step]);
  return rowCount === 1;
}

/** RFC 4226 with six digits, as authenticator apps compute it. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
