import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Link } from '@tributary/db/links/link.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { campaignForApp } from '../../analytics/campaigns/campaign-for-app.ts';
import type { Access } from '../../platform/auth/access/access.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { AccountContext } from '../../platform/http/procedures/procedure.ts';
import { linkUrl } from '../link-url.ts';
import { chooseDomain, isOldPath } from './choose-domain.ts';
import type { NewLink } from './new-link-arguments.ts';
import { refuseOwnLinks } from './refuse-own-links.ts';
import { toLinkColumns } from './to-link-columns.ts';

/** A new link as procedures return it. */
export const madeLink = z.object({ id: z.uuid(), slug: z.string(), url: z.url() });

/**
 * Creates a link, in the caller's transaction.
 *
 * @param action what the audit log calls it.
 * @throws AppError as `create_deep_link` does, but for a taken slug: see `refuseTakenSlug`.
 */
export async function addLink(
  em: EntityManager,
  access: Access,
  ctx: AccountContext,
  input: NewLink,
  action: string,
): Promise<z.output<typeof madeLink>> {
  const app = await access.app(input.p_app_id, 'marketer');
  await refuseOwnLinks(em, ctx.services.config, input);
  const domain = await chooseDomain(em, ctx.services.config, access.accountId, input.p_domain);
  if (domain && (await isOldPath(em, domain.id, input.p_slug))) throw slugTaken();
  const campaign =
    input.p_campaign_id === null ? null : await campaignForApp(em, access, input.p_campaign_id, app);
  const now = new Date(ctx.services.clock());
  const id = randomUUID();
  em.create(Link, {
    id,
    customerId: access.accountId,
    appId: app.id,
    campaignId: campaign?.id ?? null,
    domainId: domain?.id ?? null,
    slug: input.p_slug,
    channel: input.p_channel ?? campaign?.channel ?? 'unknown',
    ...toLinkColumns(input),
    createdAt: now,
    updatedAt: now,
  });
  recordAudit(em, ctx, {
    customerId: access.accountId,
    action,
    targetType: 'link',
    targetId: id,
    details: { app_id: app.id, slug: input.p_slug, ...(domain && { domain: domain.host }) },
  });
  return { id, slug: input.p_slug, url: linkUrl(ctx.services.config, input.p_slug, domain?.host) };
}

/** A slug that is taken, as the caller is told. */
export function refuseTakenSlug(error: unknown): never {
  if (!(error instanceof UniqueConstraintViolationException)) throw error;
  throw slugTaken();
}

/** @returns the error for a slug that the host has. */
function slugTaken(): AppError {
  return new AppError('CONFLICT', 'p_slug: is taken');
}
