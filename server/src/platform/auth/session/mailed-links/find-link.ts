import type { Pool } from 'pg';
import { hashBearerToken } from '../../secrets/bearer-token.ts';
import { IS_ALIVE, type LinkPurpose } from './link-sql.ts';

/** A link that works. */
export interface MailedLink {
  readonly userId: string;
  readonly purpose: LinkPurpose;
  /** Only of a change of address. */
  readonly newEmail: string | null;
  /** Whether a change of address needs no confirmation any more. */
  readonly confirmed: boolean;
}

const FIND = `
  select l.user_id as "userId", l.purpose, l.new_email as "newEmail", l.confirmed
  from auth_mailed_links l join auth_users u on ${IS_ALIVE}
  where l.token_hash = $1`;

/** The link of a token, if it still works. @param now Unix ms. */
export async function findLink(
  pool: Pick<Pool, 'query'>,
  token: string,
  now: number,
): Promise<MailedLink | null> {
  const { rows } = await pool.query<MailedLink>(FIND, [hashBearerToken(token), new Date(now)]);
  return rows[0] ?? null;
}
