import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Session } from '../session/read-session.ts';
import { type Access, loadAccess } from './access.ts';

/** The part of a call that says whose account is locked. */
interface AccountCall {
  readonly em: EntityManager;
  readonly session: Session;
  readonly access: Pick<Access, 'accountId'>;
  readonly services: { readonly workPool: Pool };
}

type Change<Result> = (em: EntityManager, access: Access) => Promise<Result>;

/**
 * Runs a change that depends on the state of the whole account (who owns a team, how many apps there are) in its own
 * transaction. Such changes of one account run one after the other.
 *
 * `access` is read again under the lock, so that a role that was just taken away no longer counts.
 */
export async function lockAccountExclusively<Result>(
  call: AccountCall,
  change: Change<Result>,
): Promise<Result> {
  return call.em.transactional(async (em) => {
    await takeExclusiveLock(em, call.access.accountId);
    return change(em, await loadAccess({ workPool: call.services.workPool, em }, call.session));
  });
}

/**
 * Adds something to a team or an account, in its own transaction: beside others that do the same, but never beside a
 * change under the exclusive lock. So nothing comes into a team after `archive_team` has answered.
 *
 * `access` is read again under the lock, and is what the change has to ask. Times are taken under it as well.
 */
export async function lockAccountShared<Result>(call: AccountCall, add: Change<Result>): Promise<Result> {
  return call.em.transactional(async (em) => {
    await em.execute('select id from accounts where id = ? for share', [call.access.accountId]);
    return add(em, await loadAccess({ workPool: call.services.workPool, em }, call.session));
  });
}

/** Waits for the other changes of the account and blocks later ones. Rows that refer to the account can still be written. */
export async function takeExclusiveLock(em: EntityManager, accountId: string): Promise<void> {
  await em.execute('select id from accounts where id = ? for no key update', [accountId]);
}
