import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { memberProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { withdrawInvitationsOf } from '../invitations/withdraw-invitations-of.ts';
import { findMember, requireAnotherOwner } from './find-member.ts';

/** Both would leave the removed user a way in, as would the invitations that they made. */
const WITHDRAW_THEIR_OWN = `
  update invitations set revoked_at = ?
  where team_id = ? and accepted_at is null and revoked_at is null
    and email = (select email from auth_users where id = ?)
  returning id`;
const REVOKE_TOKENS = `
  update access_tokens set revoked_at = ?
  where user_id = ? and customer_id = ? and revoked_at is null
    and not exists (select from team_members where user_id = ? and customer_id = ?)`;

export const teamRemoveMember = memberProcedure
  .meta({
    tag: 'accounts',
    summary: 'Remove a member from a team',
    description:
      'Removes a member from a team, also from an archived one. Pending invitations of the user ' +
      'into the team are withdrawn, as are those that the user made and could no longer make; with ' +
      'the last team of the account the user’s access tokens are revoked. Requires the owner role. ' +
      'The last owner cannot be removed.',
    role: 'owner',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_team_id: uuid, p_user_id: uuid }))
  .output(z.void())
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      const team = access.team(input.p_team_id, 'owner', { archived: true });
      const member = await findMember(em, team.id, input.p_user_id);
      await requireAnotherOwner(em, member);
      const { customerId, userId, role } = member;
      em.remove(member);
      await em.flush();
      const at = new Date(ctx.services.clock());
      const withdrawn = await endAccess(em, { customerId, userId, teamId: team.id, at });
      recordAudit(em, ctx, {
        customerId,
        action: 'team_remove_member',
        targetType: 'user',
        targetId: userId,
        details: { team_id: team.id, role, invitations_withdrawn: withdrawn },
      });
    }),
  );

interface Leaving {
  readonly customerId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly at: Date;
}

/** Returns how many invitations were withdrawn. */
async function endAccess(em: EntityManager, leaving: Leaving): Promise<number> {
  const { customerId, teamId, userId, at } = leaving;
  const own = await em.execute<unknown[]>(WITHDRAW_THEIR_OWN, [at, teamId, userId]);
  const made = await withdrawInvitationsOf(em, leaving);
  await em.execute(REVOKE_TOKENS, [at, userId, customerId, userId, customerId]);
  return own.length + made;
}
