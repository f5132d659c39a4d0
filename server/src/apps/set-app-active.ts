import { z } from 'zod';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import { uuid } from '../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../platform/http/procedures/procedure.ts';

export const setAppActive = accountProcedure
  .meta({
    tag: 'apps',
    summary: 'Deactivate or activate an app',
    description:
      'Deactivates an app, so that its keys and events are refused in every instance, or activates ' +
      'it again. Answers once every instance has confirmed it, or after 10 s. Needs the developer ' +
      'role in its team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_app_id: uuid, p_active: z.boolean('must be true or false') }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    // In an archived team it can be deactivated, and not activated again.
    const archived = !input.p_active;
    const app = await ctx.access.app(input.p_app_id, 'developer', { archived });
    await ctx.em.transactional(async (em) => {
      em.assign(app, { active: input.p_active });
      recordAudit(em, ctx, {
        customerId: app.customerId,
        action: 'set_app_active',
        targetType: 'app',
        targetId: app.id,
        details: { active: input.p_active },
      });
    });
    await ctx.services.changes.heardEverywhere(ctx.services.workPool);
  });
