import { ApiKey } from '@tributary/db/apps/api-key.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { findKey } from './find-key.ts';

export const revokeApiKey = accountProcedure
  .meta({
    tag: 'apps',
    summary: 'Revoke an SDK key',
    description: 'Revokes an SDK key immediately; revoking it again is a 409. Needs the developer role.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_key_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const key = await findKey(ctx.em, ctx.access, input.p_key_id);
    await ctx.em.transactional(async (em) => {
      const revokedAt = new Date(ctx.services.clock());
      // Of several at once one revokes it.
      const revoked = await em.nativeUpdate(ApiKey, { id: key.id, revokedAt: null }, { revokedAt });
      if (revoked === 0) throw new AppError('CONFLICT', 'the key is already revoked');
      recordAudit(em, ctx, {
        customerId: key.customerId,
        action: 'revoke_api_key',
        targetType: 'api_key',
        targetId: key.id,
        details: { app_id: key.appId, label: key.label },
      });
    });
  });
