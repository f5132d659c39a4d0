import type { EntityManager } from '@mikro-orm/postgresql';

/** Makes an account the active one of a session. The caller has checked that the user is a member. */
export async function selectAccount(em: EntityManager, sessionId: string, accountId: string): Promise<void> {
  await em.execute('update auth_sessions set active_account_id = ? where id = ?', [accountId, sessionId]);
}

const SELECT_FIRST = `
  update auth_sessions set active_account_id = ?
  where id = ? and not exists (
    select from team_members
    where user_id = auth_sessions.user_id and customer_id::text = auth_sessions.active_account_id)`;

/** The same, but only if the session has no active account, or one that the user has left. */
export async function selectFirstAccount(
  em: EntityManager,
  sessionId: string,
  accountId: string,
): Promise<void> {
  await em.execute(SELECT_FIRST, [accountId, sessionId]);
}
