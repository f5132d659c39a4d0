import { isUniqueViolation } from '../../../errors/is-unique-violation.ts';
import { hashBearerToken } from '../../secrets/bearer-token.ts';
import { endLinks } from './end-links.ts';
import { findLink, type MailedLink } from './find-link.ts';
import { changeLetter } from './link-letters.ts';
import { IS_ALIVE } from './link-sql.ts';
import type { MailParts } from './mail-link.ts';
import { makeLinkToken } from './make-link.ts';
import { takeLink } from './take-link.ts';

const VERIFY = `
  update auth_users u set email_verified = true, updated_at = $2 from auth_mailed_links l
  where ${IS_ALIVE} and l.token_hash = $1`;

const CONFIRM = `
  update auth_mailed_links l set token_hash = $3, expires_at = $4, confirmed = true from auth_users u
  where ${IS_ALIVE} and l.token_hash = $1 and not l.confirmed`;

const CHANGE = 'update auth_users set email = $2, email_verified = true, updated_at = $3 where id = $1';

/** Why a link leads nowhere, in the words of the sign-in library. */
export type LinkFailure = 'INVALID_TOKEN' | 'USER_ALREADY_EXISTS';

/**
 * Follows a link that proves an address: confirms it, asks the new address of a person whose present one agrees, or
 * changes it. Signs no one in.
 *
 * @returns null if it worked
 */
export async function followLink(parts: MailParts, token: string): Promise<LinkFailure | null> {
  const link = await findLink(parts.pool, token, parts.now);
  switch (link?.purpose) {
    case 'verify_email':
      return verify(parts, token);
    case 'change_email':
      return link.confirmed
        ? changeAddress(parts, link, token)
        : askNewAddress(parts, link.newEmail ?? '', token);
    default:
      return 'INVALID_TOKEN';
  }
}

/** What following the link would answer, as far as can be told without doing it. */
export async function checkLink({ pool, now }: MailParts, token: string): Promise<LinkFailure | null> {
  const link = await findLink(pool, token, now);
  return link?.purpose === 'verify_email' || link?.purpose === 'change_email' ? null : 'INVALID_TOKEN';
}

/** May be repeated, as by a mail scanner that opens links: it changes nothing more. */
async function verify({ pool, now }: MailParts, token: string): Promise<LinkFailure | null> {
  const { rowCount } = await pool.query(VERIFY, [hashBearerToken(token), new Date(now)]);
  return rowCount === 1 ? null : 'INVALID_TOKEN';
}

/** Where the new address has had its mails of the hour, this link stays as it is. */
async function askNewAddress(
  { pool, mailer, now, urlOf }: MailParts,
  newEmail: string,
  token: string,
): Promise<LinkFailure | null> {
  let failure: LinkFailure | null = null;
  await mailer.sendTo(newEmail, async () => {
    const next = makeLinkToken('change_email', now);
    const values = [hashBearerToken(token), new Date(now), next.hash, next.expiresAt];
    const { rowCount } = await pool.query(CONFIRM, values);
    if (rowCount !== 1) failure = 'INVALID_TOKEN';
    return failure === null ? changeLetter(urlOf(next.token)) : null;
  });
  return failure;
}

async function changeAddress(
  { pool, now }: MailParts,
  link: MailedLink,
  token: string,
): Promise<LinkFailure | null> {
  try {
    const changed = await takeLink(pool, { token, link, now }, async (client) => {
      await client.query(CHANGE, [link.userId, link.newEmail, new Date(now)]);
      await endLinks(client, link.userId);
      return true;
    });
    return changed ? null : 'INVALID_TOKEN';
  } catch (error) {
    // Somebody has signed up with it meanwhile.
    if (isUniqueViolation(error)) return 'USER_ALREADY_EXISTS';
    throw error;
  }
}
