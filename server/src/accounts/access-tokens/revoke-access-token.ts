import { AccessToken } from '@tributary/db/accounts/access-token.entity';
import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { memberProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';

export const revokeAccessToken = memberProcedure
  .meta({
    tag: 'access-tokens',
    summary: 'Revoke an access token',
    description:
      'Revokes an access token: it stops working immediately. Members revoke their own, account ' +
      'owners anyone’s. Revoking it again is a 409.',
    role: 'viewer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_token_id: uuid }))
  .output(z.void())
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      const { accountId: customerId } = access;
      const token = await em.findOne(AccessToken, { id: input.p_token_id, customerId });
      if (!token) throw new AppError('NOT_FOUND', 'no such access token');
      if (token.userId !== ctx.session.userId) access.requireAccountOwner();
      if (token.revokedAt) throw new AppError('CONFLICT', 'the access token is already revoked');
      token.revokedAt = new Date(ctx.services.clock());
      recordAudit(em, ctx, {
        customerId,
        action: 'revoke_access_token',
        targetType: 'access_token',
        targetId: token.id,
        details: { label: token.label, user_id: token.userId },
      });
    }),
  );
