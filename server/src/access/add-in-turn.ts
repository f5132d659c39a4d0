import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountContext } from '../procedures/procedure.ts';
import { type Access, loadAccess } from './access.ts';

/** The part of a call that says whose turn it is. */
export interface Adding extends Pick<AccountContext, 'em' | 'session'> {
  readonly access: Pick<Access, 'accountId'>;
  readonly services: Pick<AccountContext['services'], 'workPool'>;
}

/**
 * Adds something to a team or an account, in its own transaction: beside others that do the same, but never beside a
 * change of the account's state (change-in-turn.ts). So nothing comes into a team after `archive_team` has answered.
 *
 * `access` is read again under the lock, and is what the change has to ask. Times are taken under it as well.
 */
export async function addInTurn<Result>(
  ctx: Adding,
  add: (em: EntityManager, access: Access) => Promise<Result>,
): Promise<Result> {
  return ctx.em.transactional(async (em) => {
    await em.execute('select id from accounts where id = ? for share', [ctx.access.accountId]);
    return add(em, await loadAccess({ workPool: ctx.services.workPool, em }, ctx.session));
  });
}
