import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Link } from '@tributary/db/links/link.entity';
import type { LinkPlan } from './plan-links.ts';

/** Makes a plan's changes in the caller's transaction. @param now Unix ms. @returns the links that changed. */
export async function applyPlan(
  em: EntityManager,
  now: number,
  customerId: string,
  { changes }: LinkPlan,
): Promise<{ linkId: string; slug: string }[]> {
  const at = new Date(now);
  const changed = [];
  for (const { slug, domainId, appId, link, columns } of changes) {
    const linkId = link?.id ?? randomUUID();
    if (link === null) {
      em.create(Link, {
        id: linkId,
        customerId,
        appId,
        domainId,
        slug,
        ...columns,
        createdAt: at,
        updatedAt: at,
      });
    } else {
      // What was clicked while the link had no limit counts as well: it is counted anew at the next click.
      const uncounted = link.maxClicks == null && { clicksUsed: null };
      const known = await em.findOneOrFail(Link, { id: linkId });
      em.assign(known, { ...columns, ...uncounted, updatedAt: at });
    }
    changed.push({ linkId, slug });
  }
  return changed;
}
