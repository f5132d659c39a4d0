import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { memberProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { withdrawInvitationsOf } from '../invitations/withdraw-invitations-of.ts';
import { role } from '../teams/team-arguments.ts';
import { findMember, requireAnotherOwner } from './find-member.ts';

export const updateMemberRole = memberProcedure
  .meta({
    tag: 'accounts',
    summary: "Change a member's role",
    description:
      'Changes a member’s role in a team, effective from their next request. Pending invitations ' +
      'that they could no longer make are withdrawn for good. Requires the owner role. The last ' +
      'owner cannot be demoted.',
    role: 'owner',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_team_id: uuid, p_user_id: uuid, p_role: role }))
  .output(z.void())
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      const team = access.team(input.p_team_id, 'owner');
      const member = await findMember(em, team.id, input.p_user_id);
      if (member.role === input.p_role) return;
      await requireAnotherOwner(em, member);
      const { customerId, userId, role: from } = member;
      member.role = input.p_role;
      await em.flush();
      const at = new Date(ctx.services.clock());
      const withdrawn = await withdrawInvitationsOf(em, { customerId, userId, at });
      recordAudit(em, ctx, {
        customerId,
        action: 'update_member_role',
        targetType: 'user',
        targetId: userId,
        details: { team_id: team.id, from, to: input.p_role, invitations_withdrawn: withdrawn },
      });
    }),
  );
