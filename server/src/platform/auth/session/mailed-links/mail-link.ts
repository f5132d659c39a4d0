import type { Pool } from 'pg';
import type { PersonMailer } from '../../../net/mail/person-mailer.ts';
import { agreeLetter, changeLetter, resetLetter, verifyLetter } from './link-letters.ts';
import { makeChangeLink, makeLink } from './make-link.ts';

/** What mailing a link takes. */
export interface MailParts {
  readonly pool: Pool;
  readonly mailer: PersonMailer;
  /** Unix ms. */
  readonly now: number;
  /** The URL of a link with this token. */
  readonly urlOf: (token: string) => string;
}

const FIND_USER = 'select id, email_verified as "isVerified" from auth_users where email = $1';
const FIND_CHANGER = `
  select u.email, u.email_verified as "isVerified", exists (select from auth_users where email = $2) as "isTaken"
  from auth_sessions s join auth_users u on u.id = s.user_id where s.id = $1`;

/** Mails a link that sets a new password, if someone has the address, which is in lower case. */
export async function mailReset({ pool, mailer, now, urlOf }: MailParts, email: string): Promise<void> {
  const { rowCount } = await pool.query(FIND_USER, [email]);
  if (rowCount !== 1) return;
  await mailer.sendTo(email, async () => {
    const token = await makeLink(pool, 'reset_password', email, now);
    return token === null ? null : resetLetter(urlOf(token));
  });
}

/**
 * Mails a link that confirms the address, which is in lower case, if someone has it and has not confirmed it.
 *
 * @param id of the person, where only theirs is meant
 */
export async function mailVerification(
  { pool, mailer, now, urlOf }: MailParts,
  { email, id }: { email: string; id?: string },
): Promise<void> {
  const { rows } = await pool.query<{ id: string; isVerified: boolean }>(FIND_USER, [email]);
  const [person] = rows;
  if (!person || person.isVerified || (id !== undefined && person.id !== id)) return;
  await mailer.sendTo(email, async () => {
    const token = await makeLink(pool, 'verify_email', email, now);
    return token === null ? null : verifyLetter(urlOf(token));
  });
}

/**
 * Mails a link that changes the address of a person: to the new one, or, where the present one was confirmed, to that
 * first. To an address that is in use nothing is mailed.
 *
 * @param newEmail in lower case
 * @returns false if it is their address already
 */
export async function mailChange(
  { pool, mailer, now, urlOf }: MailParts,
  sessionId: string,
  newEmail: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ email: string; isVerified: boolean; isTaken: boolean }>(FIND_CHANGER, [
    sessionId,
    newEmail,
  ]);
  const [person] = rows;
  if (person?.email === newEmail) return false;
  if (!person || person.isTaken) return true;
  const { email, isVerified } = person;
  await mailer.sendTo(isVerified ? email : newEmail, async () => {
    const token = await makeChangeLink(pool, { sessionId, newEmail, confirmed: !isVerified }, now);
    if (token === null) return null;
    return isVerified ? agreeLetter(newEmail, urlOf(token)) : changeLetter(urlOf(token));
  });
  return true;
}
