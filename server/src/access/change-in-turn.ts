import type { EntityManager } from '@mikro-orm/postgresql';
import { type Access, loadAccess } from './access.ts';
import type { Turn } from './add-in-turn.ts';

/**
 * Runs a change that depends on the state of the whole account (who owns a team, how many apps there are) in its own
 * transaction. Such changes of one account run one after the other.
 *
 * `access` is read again under the lock, so that a role that was just taken away no longer counts.
 */
export async function changeInTurn<Result>(
  ctx: Turn,
  change: (em: EntityManager, access: Access) => Promise<Result>,
): Promise<Result> {
  return ctx.em.transactional(async (em) => {
    await lockAccount(em, ctx.access.accountId);
    return change(em, await loadAccess({ workPool: ctx.services.workPool, em }, ctx.session));
  });
}

/** Waits for the other changes of the account and blocks later ones. Rows that refer to the account can still be written. */
export async function lockAccount(em: EntityManager, accountId: string): Promise<void> {
  await em.execute('select id from accounts where id = ? for no key update', [accountId]);
}
