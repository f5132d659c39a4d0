import type { Role } from '@tributary/db/accounts/team-member.entity';
import type { Pool } from 'pg';
import { hashBearerToken } from '../secrets/bearer-token.ts';
import type { Session } from './read-session.ts';

export const ACCESS_TOKEN_PREFIX = 'svt_';

/** The minimum time between two recorded uses of a token, in ms. */
const USE_INTERVAL_MS = 60_000;

const FIND = `
  select id, user_id, customer_id, role, coalesce(last_used_at < $3, true) as use_is_due
  from access_tokens
  where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`;

const RECORD_USE = `
  update access_tokens set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at < $3)`;

interface TokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly customer_id: string;
  readonly role: Role;
  readonly use_is_due: boolean;
}

/** Whether the text has the form of an access token, which session tokens never have. */
export function isAccessTokenShaped(text: string): boolean {
  return text.length === ACCESS_TOKEN_PREFIX.length + 64 && /^svt_[0-9a-f]{64}$/.test(text);
}

/**
 * The user and account of an access token; null if it is unknown, revoked or expired.
 *
 * @param now Unix ms.
 */
export async function readAccessToken(pool: Pool, token: string, now: number): Promise<Session | null> {
  const [at, usedBefore] = [new Date(now), new Date(now - USE_INTERVAL_MS)];
  const values = [hashBearerToken(token), at, usedBefore];
  const { rows } = await pool.query<TokenRow>({ name: 'find-access-token', text: FIND, values });
  const [row] = rows;
  if (!row) return null;
  if (row.use_is_due) await pool.query(RECORD_USE, [row.id, at, usedBefore]);
  return {
    id: row.id,
    userId: row.user_id,
    accountId: row.customer_id,
    accessToken: { id: row.id, role: row.role },
  };
}
