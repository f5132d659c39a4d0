import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Session } from '../session/read-session.ts';
import { type Access, loadAccess } from './access.ts';

/** The part of a call that says whose turn it is. */
export interface Turn {
  readonly em: EntityManager;
  readonly session: Session;
  readonly access: Pick<Access, 'accountId'>;
  readonly services: { readonly workPool: Pool };
}

/**
 * Adds something to a team or an account, in its own transaction: beside others that do the same, but never beside a
 * change of the account's state (change-in-turn.ts). So nothing comes into a team after `archive_team` has answered.
 *
 * `access` is read again under the lock, and is what the change has to ask. Times are taken under it as well.
 */
export async function addInTurn<Result>(
  ctx: Turn,
  add: (em: EntityManager, access: Access) => Promise<Result>,
): Promise<Result> {
  return ctx.em.transactional(async (em) => {
    await em.execute('select id from accounts where id = ? for share', [ctx.access.accountId]);
    return add(em, await loadAccess({ workPool: ctx.services.workPool, em }, ctx.session));
  });
}
