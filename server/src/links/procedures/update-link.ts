import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Campaign } from '@tributary/db/links/campaign.entity';
import { z } from 'zod';
import { campaignForApp } from '../../analytics/campaigns/campaign-for-app.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { channel } from '../../platform/http/procedures/channel-argument.ts';
import { PAGE_ARGUMENTS } from '../../platform/http/procedures/page-text-arguments.ts';
import { type AccountContext, accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { removable } from '../../platform/http/procedures/removable.ts';
import { hostName } from '../domains/host-name.ts';
import { hostsOfLinks } from '../hosts-of-links.ts';
import { linkRules, moment } from '../rules/link-rule.ts';
import { changeLink } from './change-link.ts';
import { chooseDomain } from './choose-domain.ts';
import { findLink, type LinkRecord } from './find-link.ts';
import {
  androidUrl,
  deepLinkPath,
  deferredParams,
  maxClicks,
  tags,
  ussdFallback,
  utm,
  webUrl,
} from './link-arguments.ts';
import { linkItem, toLinkItem } from './link-item.ts';
import { refuseOwnLinks, type Targets } from './refuse-own-links.ts';

export const updateLink = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Change a link',
    description:
      'Changes where a link leads, its domain, campaign and channel; its slug and app stay. Null leaves ' +
      'a value unchanged; "" removes an optional one: without a channel, a link gets its ' +
      'campaign’s, else `unknown`, like a new link. Returns the link, once every instance has ' +
      'confirmed the change, or after 10 s. Needs the marketer role in its app’s team.',
    role: 'marketer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_fallback_url', 'p_channel'],
  })
  .input(
    z.strictObject({
      p_link_id: uuid,
      p_domain: removable(hostName),
      p_fallback_url: optional(webUrl),
      p_channel: removable(channel),
      p_android_url: removable(androidUrl),
      p_ios_url: removable(webUrl),
      p_ussd_fallback: removable(ussdFallback),
      p_campaign_id: removable(uuid),
      p_deep_link_path: removable(deepLinkPath),
      p_deferred_params: removable(deferredParams),
      p_rules: removable(linkRules),
      p_expires_at: removable(moment),
      p_expired_url: removable(webUrl),
      p_max_clicks: removable(maxClicks),
      p_utm: removable(utm),
      p_tags: removable(tags),
      p_title: removable(PAGE_ARGUMENTS.p_title),
      p_description: removable(PAGE_ARGUMENTS.p_description),
      p_image_url: removable(PAGE_ARGUMENTS.p_image_url),
    }),
  )
  .output(linkItem)
  .mutation(async ({ ctx, input }) => {
    const link = await findLink(ctx.em, ctx.access, input.p_link_id, 'marketer');
    await refuseOwnLinks(ctx.em, ctx.services.config, input);
    const domainId = await newDomain(ctx, link, input.p_domain);
    if (input.p_campaign_id) {
      await campaignForApp(ctx.em, ctx.access, input.p_campaign_id, { id: link.appId });
    }
    const newChannel =
      input.p_channel === ''
        ? await usualChannel(ctx.em, link, input.p_campaign_id ?? link.campaignId)
        : input.p_channel;
    const given: Partial<LinkRecord> = {
      ...(domainId !== undefined && { domainId }),
      ...changed('fallbackUrl', input.p_fallback_url),
      ...changed('channel', newChannel),
      ...changed('androidUrl', input.p_android_url),
      ...changed('iosUrl', input.p_ios_url),
      ...changed('ussdFallback', input.p_ussd_fallback),
      ...changed('campaignId', input.p_campaign_id),
      ...changed('deepLinkPath', input.p_deep_link_path),
      ...changed('deferredParams', input.p_deferred_params === '' ? {} : input.p_deferred_params),
      ...changed('rules', input.p_rules?.length === 0 ? '' : input.p_rules),
      ...changed(
        'expiresAt',
        typeof input.p_expires_at === 'number' ? new Date(input.p_expires_at) : input.p_expires_at,
      ),
      ...changed('expiredUrl', input.p_expired_url),
      ...changed('maxClicks', input.p_max_clicks),
      // What was clicked while the link had no limit counts as well: it is counted anew at the next click.
      ...(link.maxClicks == null && input.p_max_clicks && { clicksUsed: null }),
      ...changed('utm', input.p_utm),
      ...changed('tags', input.p_tags === '' ? [] : input.p_tags),
      ...changed('title', input.p_title),
      ...changed('description', input.p_description),
      ...changed('imageUrl', input.p_image_url),
    };
    await changeLink(ctx, link, 'update_link', given).catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      throw new AppError('CONFLICT', 'p_domain: its slug is taken there');
    });
    return toLinkItem(link, ctx.services.config, await hostsOfLinks(ctx.em, [link]));
  });

/**
 * The domain that a link moves to: null for the service's own host, undefined where it stays.
 *
 * @throws AppError where the link may not be there: where it leads to may be a link by now.
 */
async function newDomain(
  { em, services: { config } }: AccountContext,
  link: LinkRecord,
  given: string | null,
): Promise<string | null | undefined> {
  if (given === null) return undefined;
  const domain = await chooseDomain(em, config, link.customerId, given);
  const id = domain?.id ?? null;
  if (id === (link.domainId ?? null)) return undefined;
  await refuseOwnLinks(em, config, targetsOf(link));
  return id;
}

function targetsOf(link: LinkRecord): Targets {
  return {
    p_fallback_url: link.fallbackUrl,
    p_android_url: link.androidUrl ?? null,
    p_ios_url: link.iosUrl ?? null,
    p_ussd_fallback: link.ussdFallback ?? null,
    p_expired_url: link.expiredUrl ?? null,
    p_image_url: link.imageUrl ?? null,
    p_rules: link.rules ?? null,
  };
}

function changed(property: keyof LinkRecord, value: unknown): Partial<LinkRecord> {
  return value === null ? {} : { [property]: value === '' ? null : value };
}

/** The default channel of a link. */
async function usualChannel(
  em: EntityManager,
  { customerId }: LinkRecord,
  campaignId: string | null | undefined,
): Promise<string> {
  const campaign = campaignId ? await em.findOne(Campaign, { id: campaignId, customerId }) : null;
  return campaign?.channel ?? 'unknown';
}
