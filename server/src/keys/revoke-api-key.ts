import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { uuid } from '../procedures/argument-types.ts';
import { accountProcedure } from '../procedures/procedure.ts';
import { findKey } from './find-key.ts';

/** Revokes an SDK key immediately; revoking it again changes nothing. Needs the developer role. */
export const revokeApiKey = accountProcedure
  .input(z.strictObject({ p_key_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const key = await findKey(ctx.em, ctx.access, input.p_key_id);
    if (key.revokedAt) return;
    await ctx.em.transactional(async (em) => {
      em.assign(key, { revokedAt: new Date(ctx.services.clock()) });
      recordAudit(em, ctx, {
        customerId: key.customerId,
        action: 'revoke_api_key',
        targetType: 'api_key',
        targetId: key.id,
        details: { app_id: key.appId, label: key.label },
      });
    });
  });
