import type { Pool } from 'pg';
import { makeBearerToken } from '../../secrets/bearer-token.ts';
import { type LinkPurpose, PASSWORD_DIGEST } from './link-sql.ts';

/** The start of every token that is mailed. */
const PREFIX = 'svl_';
const SECOND = 1000;

/** How long links work, in s. */
const SECONDS: Readonly<Record<LinkPurpose, number>> = {
  reset_password: 3600,
  verify_email: 86_400,
  change_email: 86_400,
  sign_in: 600,
};

const INSERT = `
  insert into auth_mailed_links (purpose, token_hash, new_email, confirmed, expires_at, user_id, email, password_digest)
  select $2, $3::bytea, $4, $5::boolean, $6::timestamptz, u.id, u.email, ${PASSWORD_DIGEST}`;

/**
 * A newer link ends the one before it. Links that confirm an address are several: whoever has more than one mail may
 * follow any.
 */
const REPLACE = `
  on conflict (user_id, purpose) where purpose <> 'verify_email' do update set
    token_hash = excluded.token_hash, new_email = excluded.new_email, confirmed = excluded.confirmed,
    expires_at = excluded.expires_at, email = excluded.email, password_digest = excluded.password_digest`;

const REMOVE_EXPIRED = `
  delete from auth_mailed_links l using auth_users u
  where u.email = $1 and l.user_id = u.id and l.expires_at <= $2`;

const MAKE_FOR_ADDRESS = `${INSERT} from auth_users u where u.email = $1 ${REPLACE}`;

/** Whoever ends the session waits until the link is there, and ends it too. */
const MAKE_FOR_SESSION = `
  ${INSERT} from auth_users u join auth_sessions s on s.user_id = u.id where s.id = $1 for key share of s ${REPLACE}`;

/** A token with its hash, and when it expires. */
export function makeLinkToken(purpose: LinkPurpose, now: number) {
  return { ...makeBearerToken(PREFIX), expiresAt: new Date(now + SECONDS[purpose] * SECOND) };
}

/**
 * Makes the link of a user who has this address.
 *
 * @param now Unix ms.
 * @returns its token; null if nobody has the address
 */
export async function makeLink(
  pool: Pool,
  purpose: 'reset_password' | 'verify_email' | 'sign_in',
  email: string,
  now: number,
): Promise<string | null> {
  await pool.query(REMOVE_EXPIRED, [email, new Date(now)]);
  const { token, hash, expiresAt } = makeLinkToken(purpose, now);
  const { rowCount } = await pool.query(MAKE_FOR_ADDRESS, [email, purpose, hash, null, false, expiresAt]);
  return rowCount === 1 ? token : null;
}

/** A change of address that somebody signed in has asked for. */
export interface AddressChange {
  readonly sessionId: string;
  readonly newEmail: string;
  /** False where the present address has to confirm it first. */
  readonly confirmed: boolean;
}

/** Makes the link that changes an address; null if the session has ended. */
export async function makeChangeLink(
  pool: Pool,
  { sessionId, newEmail, confirmed }: AddressChange,
  now: number,
): Promise<string | null> {
  const { token, hash, expiresAt } = makeLinkToken('change_email', now);
  const values = [sessionId, 'change_email', hash, newEmail, confirmed, expiresAt];
  const { rowCount } = await pool.query(MAKE_FOR_SESSION, values);
  return rowCount === 1 ? token : null;
}
