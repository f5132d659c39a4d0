import { recordAudit } from '../../audit/record-audit.ts';
import type { AccountContext } from '../../procedures/procedure.ts';
import type { LinkRecord } from './find-link.ts';

/**
 * Changes a link, records it in the audit log and announces it to every instance, in one transaction. Returns once all
 * of them have confirmed it, or after 10 s.
 */
export async function changeLink(
  ctx: AccountContext,
  link: LinkRecord,
  action: string,
  changes: Partial<LinkRecord>,
): Promise<void> {
  await ctx.em.transactional(async (em) => {
    em.assign(link, { ...changes, updatedAt: new Date(ctx.services.clock()) });
    recordAudit(em, ctx, {
      customerId: link.customerId,
      action,
      targetType: 'link',
      targetId: link.id,
      details: { slug: link.slug, ...changes },
    });
  });
  await ctx.services.changes.heardEverywhere(ctx.services.workPool);
}
