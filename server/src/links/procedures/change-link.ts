import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { AccountContext } from '../../platform/http/procedures/procedure.ts';
import { isOldPath } from './choose-domain.ts';
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
  const moves = changes.domainId !== undefined && changes.domainId !== (link.domainId ?? null);
  await ctx.em.transactional(async (em) => {
    if (changes.domainId) await holdDomain(em, changes.domainId, link.slug);
    em.assign(link, { ...changes, updatedAt: new Date(ctx.services.clock()) });
    recordAudit(em, ctx, {
      customerId: link.customerId,
      action,
      targetType: 'link',
      targetId: link.id,
      details: { slug: link.slug, ...changes },
    });
    // What the link was called on the domain that it leaves ends there with it. The flush has announced all of it.
    await em.flush();
    if (moves) await em.execute('delete from link_paths where link_id = ?', [link.id]);
  });
  await ctx.services.changes.heardEverywhere(ctx.services.workPool);
}

/** @throws AppError CONFLICT where the domain was removed in the meantime, or calls another link by that slug. */
async function holdDomain(em: EntityManager, domainId: string, slug: string): Promise<void> {
  const held = await em.execute('select 1 from domains where id = ? and verified_at is not null for share', [
    domainId,
  ]);
  if (held.length === 0) throw new AppError('CONFLICT', 'p_domain: is not verified');
  if (await isOldPath(em, domainId, slug))
    throw new AppError('CONFLICT', 'p_domain: its slug is taken there');
}
