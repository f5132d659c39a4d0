import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Link } from '@tributary/db/links/link.entity';
import { z } from 'zod';
import { addInTurn } from '../../access/add-in-turn.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { campaignForApp } from '../../campaigns/campaign-for-app.ts';
import { AppError } from '../../errors.ts';
import { optional, uuid } from '../../procedures/argument-types.ts';
import { channel } from '../../procedures/channel-argument.ts';
import { accountProcedure } from '../../procedures/procedure.ts';
import { linkUrl } from '../link-url.ts';
import {
  androidUrl,
  deepLinkPath,
  deferredParams,
  fallbackUrl,
  slug,
  ussdFallback,
} from './link-arguments.ts';
import { refuseOwnLinks } from './refuse-own-links.ts';

export const createDeepLink = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Create a short link',
    description:
      'Creates a short link of an app. Its channel is the given one, else its campaign’s, else ' +
      '`unknown`. Needs the marketer role in the app’s team; a slug that is taken, in any account, ' +
      'is a 409.',
    role: 'marketer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_channel', 'p_android_url', 'p_deep_link_path', 'p_deferred_params'],
  })
  .input(
    z.strictObject({
      p_app_id: uuid,
      p_slug: slug,
      p_fallback_url: fallbackUrl,
      p_channel: optional(channel),
      p_android_url: optional(androidUrl),
      p_ussd_fallback: optional(ussdFallback),
      p_campaign_id: optional(uuid),
      p_deep_link_path: optional(deepLinkPath),
      p_deferred_params: optional(deferredParams),
    }),
  )
  .output(z.object({ id: z.uuid(), slug: z.string(), url: z.url() }))
  .mutation(async ({ ctx, input }) => {
    const id = randomUUID();
    await addInTurn(ctx, async (em, access) => {
      const app = await access.app(input.p_app_id, 'marketer');
      refuseOwnLinks(ctx.services.config, input);
      const campaign =
        input.p_campaign_id === null ? null : await campaignForApp(em, access, input.p_campaign_id, app);
      const now = new Date(ctx.services.clock());
      em.create(Link, {
        id,
        customerId: access.accountId,
        appId: app.id,
        campaignId: campaign?.id ?? null,
        slug: input.p_slug,
        fallbackUrl: input.p_fallback_url,
        androidUrl: input.p_android_url,
        ussdFallback: input.p_ussd_fallback,
        channel: input.p_channel ?? campaign?.channel ?? 'unknown',
        deepLinkPath: input.p_deep_link_path,
        deferredParams: input.p_deferred_params ?? {},
        createdAt: now,
        updatedAt: now,
      });
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'create_deep_link',
        targetType: 'link',
        targetId: id,
        details: { app_id: app.id, slug: input.p_slug },
      });
    }).catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      throw new AppError('CONFLICT', 'p_slug: is taken');
    });
    return { id, slug: input.p_slug, url: linkUrl(ctx.services.config, input.p_slug) };
  });
