import type { Pool } from 'pg';
import type { PasswordHash } from '../password-hashing.ts';
import { endLinks } from './end-links.ts';
import { findLink } from './find-link.ts';
import { takeLink } from './take-link.ts';

const SET_PASSWORD = `
  update auth_credentials set password = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential'`;

interface Reset {
  readonly token: string;
  readonly newPassword: string;
  /** Unix ms. */
  readonly now: number;
}

/** Sets a new password and ends every session and link of the person. False if the link does not work. */
export async function resetByLink(
  pool: Pool,
  passwords: Pick<PasswordHash, 'hash'>,
  { token, newPassword, now }: Reset,
): Promise<boolean> {
  const link = await findLink(pool, token, now);
  if (link?.purpose !== 'reset_password') return false;
  // Before the link is taken: hashing takes its time, and may be refused.
  const hash = await passwords.hash(newPassword);
  const reset = await takeLink(pool, { token, link, now }, async (client) => {
    await client.query(SET_PASSWORD, [link.userId, hash, new Date(now)]);
    await client.query('delete from auth_sessions where user_id = $1', [link.userId]);
    await endLinks(client, link.userId);
    return true;
  });
  return reset ?? false;
}
