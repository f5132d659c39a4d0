import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountContext } from '../procedures/procedure.ts';
import { type Access, loadAccess } from './access.ts';

/**
 * Runs a change that depends on what the rest of the account looks like (who owns a team, how many apps there are) in a
 * transaction of its own, one after the other in each account.
 *
 * `access` is read again once it is the change's turn: what another change has taken away meanwhile is gone.
 */
export async function changeInTurn<Result>(
  ctx: AccountContext,
  change: (em: EntityManager, access: Access) => Promise<Result>,
): Promise<Result> {
  return ctx.em.transactional(async (em) => {
    await lockAccount(em, ctx.access.accountId);
    return change(em, await loadAccess({ workPool: ctx.services.workPool, em }, ctx.session));
  });
}

/** Waits for every other change in turn of the account. Rows that refer to the account can be written meanwhile. */
export async function lockAccount(em: EntityManager, accountId: string): Promise<void> {
  await em.execute('select id from accounts where id = ? for no key update', [accountId]);
}
