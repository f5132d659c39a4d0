import { Link } from '@tributary/db/links/link.entity';
import { z } from 'zod';
import { campaignForApp } from '../../analytics/campaigns/campaign-for-app.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { type AccountContext, accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { linkUrl } from '../link-url.ts';
import { changeLink } from './change-link.ts';
import { type ChosenDomain, chooseDomain } from './choose-domain.ts';
import { findLink } from './find-link.ts';
import { addLink, madeLink, refuseTakenSlug } from './new-link.ts';
import { type NewLink, newLink } from './new-link-arguments.ts';
import { refuseOwnLinks } from './refuse-own-links.ts';
import { toLinkColumns } from './to-link-columns.ts';

const upserted = madeLink.extend({ created: z.boolean().describe('False where the link was there.') });

export const upsertDeepLink = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Create a short link, or replace it',
    description:
      'Creates a link as `create_deep_link` does or, where the account has one with this slug on that domain, replaces all of it: what is ' +
      'left out becomes empty. Only its app, its clicks and whether it is paused stay. For campaigns that are kept as ' +
      'files. Needs the marketer role in the app’s team; a slug of another app or account is a 409.',
    role: 'marketer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_channel', 'p_android_url', 'p_tags'],
  })
  .input(newLink)
  .output(upserted)
  .mutation(async ({ ctx, input }) => {
    const { em, access, services } = ctx;
    const domain = await chooseDomain(em, services.config, access.accountId, input.p_domain);
    const known = await idOf(ctx, domain, input.p_slug);
    if (known !== null) return replaceLink(ctx, known, domain, input);
    const made = await lockAccountShared(ctx, (em, access) =>
      addLink(em, access, ctx, input, 'upsert_deep_link'),
    ).catch(async (error: unknown) => {
      // Another call may have made it in the meantime.
      const id = await idOf(ctx, domain, input.p_slug);
      return id === null ? refuseTakenSlug(error) : replaceLink(ctx, id, domain, input);
    });
    return { created: true, ...made };
  });

async function idOf(
  { em, access }: AccountContext,
  domain: ChosenDomain | null,
  slug: string,
): Promise<string | null> {
  const named = { domainId: domain?.id ?? null, slug, customerId: access.accountId };
  return (await em.findOne(Link, named, { fields: ['id'] }))?.id ?? null;
}

async function replaceLink(
  ctx: AccountContext,
  id: string,
  domain: ChosenDomain | null,
  input: NewLink,
): Promise<z.output<typeof upserted>> {
  const { em, access, services } = ctx;
  const link = await findLink(em, access, id, 'marketer');
  if (link.appId !== input.p_app_id)
    throw new AppError('CONFLICT', 'p_app_id: the slug is that of a link of another app');
  await refuseOwnLinks(em, services.config, input);
  const campaign =
    input.p_campaign_id === null
      ? null
      : await campaignForApp(em, access, input.p_campaign_id, { id: link.appId });
  await changeLink(ctx, link, 'upsert_deep_link', {
    campaignId: campaign?.id ?? null,
    channel: input.p_channel ?? campaign?.channel ?? 'unknown',
    ...toLinkColumns(input),
    // What was clicked while the link had no limit counts as well: it is counted anew at the next click.
    ...(link.maxClicks == null && { clicksUsed: null }),
  });
  return { id, slug: link.slug, url: linkUrl(services.config, link.slug, domain?.host), created: false };
}
