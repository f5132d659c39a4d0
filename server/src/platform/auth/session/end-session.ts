import type { Pool } from 'pg';

/** Ends one session: its token is worth nothing from now on. */
export async function endSession(pool: Pick<Pool, 'query'>, sessionId: string): Promise<void> {
  await pool.query('delete from auth_sessions where id = $1', [sessionId]);
}
