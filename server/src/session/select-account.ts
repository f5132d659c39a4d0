import type { EntityManager } from '@mikro-orm/postgresql';

/** Puts the account that a session works in into its claims. The caller has checked that the person belongs to it. */
export async function selectAccount(em: EntityManager, sessionId: string, accountId: string): Promise<void> {
  await em.execute('update auth_sessions set active_account_id = ? where id = ?', [accountId, sessionId]);
}
