import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../../store/group-commit/in-transaction.ts';
import { hashBearerToken } from '../../secrets/bearer-token.ts';
import type { MailedLink } from './find-link.ts';
import { IS_ALIVE } from './link-sql.ts';

/** In this order everywhere, so that no two wait for each other. */
const LOCK_USER = 'select from auth_users where id = $1 for no key update';
const LOCK_PASSWORD = 'select from auth_credentials where user_id = $1 for no key update';

const TAKE = `
  delete from auth_mailed_links l using auth_users u where ${IS_ALIVE} and l.token_hash = $1`;

/**
 * Takes a link and does with it what it is for, in one step: of several at once one gets it, and no change of the
 * person's password or address comes in between.
 *
 * @param link as it was found
 * @returns null if it works no longer
 */
export async function takeLink<Result>(
  pool: Pool,
  { token, link, now }: { token: string; link: MailedLink; now: number },
  use: (client: PoolClient) => Promise<Result>,
): Promise<Result | null> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_USER, [link.userId]);
    await client.query(LOCK_PASSWORD, [link.userId]);
    const taken = await client.query(TAKE, [hashBearerToken(token), new Date(now)]);
    return taken.rowCount === 1 ? use(client) : null;
  });
}
