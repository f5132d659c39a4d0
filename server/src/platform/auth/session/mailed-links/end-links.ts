import type { Pool } from 'pg';
import { inTransaction } from '../../../store/group-commit/in-transaction.ts';

/** Ends every link that was mailed to a user. */
export async function endLinks(executor: Pick<Pool, 'query'>, userId: string): Promise<void> {
  await executor.query('delete from auth_mailed_links where user_id = $1', [userId]);
}

/**
 * Ends the sessions of a user, and with them every mailed link.
 *
 * @param except the id of a session that stays
 */
export async function endSessions(pool: Pool, userId: string, except?: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const values = [userId, except ?? null];
    await client.query('delete from auth_sessions where user_id = $1 and id is distinct from $2', values);
    // Afterwards: a link that a session was making is there now.
    await endLinks(client, userId);
  });
}
