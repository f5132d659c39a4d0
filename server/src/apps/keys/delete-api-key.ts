import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { findKey } from './find-key.ts';

export const deleteApiKey = accountProcedure
  .meta({
    tag: 'apps',
    summary: 'Delete a revoked SDK key',
    description: 'Deletes a revoked SDK key; an active one must be revoked first. Needs the developer role.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_key_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const key = await findKey(ctx.em, ctx.access, input.p_key_id);
    if (!key.revokedAt) throw new AppError('CONFLICT', 'the key is active: revoke it first');
    await ctx.em.transactional(async (em) => {
      em.remove(key);
      recordAudit(em, ctx, {
        customerId: key.customerId,
        action: 'delete_api_key',
        targetType: 'api_key',
        targetId: key.id,
        details: { app_id: key.appId, label: key.label },
      });
    });
  });
