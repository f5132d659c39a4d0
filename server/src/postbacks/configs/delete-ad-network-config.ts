import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { findOwnConfig } from './find-own-config.ts';

export const deleteAdNetworkConfig = accountProcedure
  .meta({
    tag: 'ad-networks',
    summary: 'Delete an ad network config',
    description:
      'Deletes an ad network config with its credential. What was delivered stays listed; what was ' +
      'still to be delivered fails. Possible in an archived team too. Needs the role that creating ' +
      'it needs.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND'],
  })
  .input(z.strictObject({ p_config_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const { config } = await findOwnConfig(ctx.em, ctx.access, input.p_config_id, { archived: true });
    await ctx.em.transactional(async (em) => {
      em.remove(config);
      await em.execute('delete from postback_failures where customer_id = ? and config_id = ?', [
        config.customerId,
        config.id,
      ]);
      recordAudit(em, ctx, {
        customerId: config.customerId,
        action: 'delete_ad_network_config',
        targetType: 'ad_network_config',
        targetId: config.id,
        details: { app_id: config.appId, postback_format: config.postbackFormat, label: config.label },
      });
    });
  });
