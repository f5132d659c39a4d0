import { Invitation } from '@tributary/db/accounts/invitation.entity';
import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { memberProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';

export const revokeInvitation = memberProcedure
  .meta({
    tag: 'accounts',
    summary: 'Withdraw an invitation',
    description:
      'Withdraws an invitation that has not been accepted, also one into an archived team. Requires ' +
      'the owner role in its team. Withdrawing an invitation that was accepted or already withdrawn ' +
      'is a 409.',
    role: 'owner',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_invitation_id: uuid }))
  .output(z.void())
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      const { accountId: customerId } = access;
      const invitation = await em.findOne(Invitation, { id: input.p_invitation_id, customerId });
      if (!invitation) throw new AppError('NOT_FOUND', 'no such invitation');
      access.team(invitation.teamId, 'owner', { archived: true });
      if (invitation.acceptedAt) throw new AppError('CONFLICT', 'the invitation was accepted');
      if (invitation.revokedAt) throw new AppError('CONFLICT', 'the invitation was already withdrawn');
      invitation.revokedAt = new Date(ctx.services.clock());
      recordAudit(em, ctx, {
        customerId,
        action: 'revoke_invitation',
        targetType: 'invitation',
        targetId: invitation.id,
        details: { team_id: invitation.teamId, email: invitation.email },
      });
    }),
  );
