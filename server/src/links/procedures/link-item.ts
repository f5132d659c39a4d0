import { z } from 'zod';
import type { Config } from '../../platform/settings/config.ts';
import type { HostsOfLinks } from '../hosts-of-links.ts';
import { linkUrl } from '../link-url.ts';
import { linkRules } from '../rules/link-rule.ts';
import type { LinkRecord } from './find-link.ts';

/** A link as procedures return it. Times are Unix ms. */
export const linkItem = z.object({
  id: z.uuid(),
  app_id: z.uuid(),
  campaign_id: z.uuid().nullable(),
  domain: z.string().nullable().describe('The host that it is on; null for the service’s own.'),
  slug: z.string(),
  url: z.url(),
  fallback_url: z.string(),
  android_url: z.string().nullable(),
  ios_url: z.string().nullable(),
  ussd_fallback: z.string().nullable(),
  channel: z.string(),
  deep_link_path: z.string().nullable(),
  deferred_params: z.record(z.string(), z.unknown()),
  rules: linkRules,
  expires_at: z.int().nullable().describe('When it expires, Unix ms; null for never.'),
  expired_url: z.string().nullable(),
  max_clicks: z.int().nullable(),
  utm: z.record(z.string(), z.string()).nullable(),
  tags: z.array(z.string()),
  title: z.string().nullable(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  active: z.boolean(),
  created_at: z.int(),
  updated_at: z.int(),
});

/** A link as procedures return it, with the URL to share. @param hosts those of the links' domains. */
export function toLinkItem(link: LinkRecord, config: Config, hosts: HostsOfLinks): z.input<typeof linkItem> {
  const domain = hosts.get(link.domainId ?? '') ?? null;
  return {
    id: link.id,
    app_id: link.appId,
    campaign_id: link.campaignId ?? null,
    domain,
    slug: link.slug,
    url: linkUrl(config, link.slug, domain),
    fallback_url: link.fallbackUrl,
    android_url: link.androidUrl ?? null,
    ios_url: link.iosUrl ?? null,
    ussd_fallback: link.ussdFallback ?? null,
    channel: link.channel,
    deep_link_path: link.deepLinkPath ?? null,
    deferred_params: link.deferredParams,
    rules: (link.rules ?? []) as z.input<typeof linkRules>,
    expires_at: link.expiresAt?.getTime() ?? null,
    expired_url: link.expiredUrl ?? null,
    max_clicks: link.maxClicks ?? null,
    utm: link.utm ?? null,
    tags: link.tags,
    title: link.title ?? null,
    description: link.description ?? null,
    image_url: link.imageUrl ?? null,
    active: link.active,
    created_at: link.createdAt.getTime(),
    updated_at: link.updatedAt.getTime(),
  };
}
