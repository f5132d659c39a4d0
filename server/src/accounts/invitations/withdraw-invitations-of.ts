import type { EntityManager } from '@mikro-orm/postgresql';
import { INVITER_MAY_INVITE } from './inviter-may-invite.ts';

const WITHDRAW = `
  update invitations set revoked_at = ?
  where customer_id = ? and invited_by = ? and accepted_at is null and revoked_at is null
    and not ${INVITER_MAY_INVITE}
  returning id`;

interface Inviter {
  readonly customerId: string;
  readonly userId: string;
  readonly at: Date;
}

/**
 * Withdraws the pending invitations, into any team of the account, that their maker could no longer make: else someone
 * who was removed or demoted would come back through another address. Called under the account's lock, after the change
 * of membership has been written.
 *
 * @returns how many.
 */
export async function withdrawInvitationsOf(
  em: EntityManager,
  { customerId, userId, at }: Inviter,
): Promise<number> {
  const withdrawn = await em.execute<unknown[]>(WITHDRAW, [at, customerId, userId]);
  return withdrawn.length;
}
