import { z } from 'zod';
import type { Config } from '../../config.ts';
import { linkUrl } from '../link-url.ts';
import type { LinkRecord } from './find-link.ts';

/** A link as procedures return it. Times are Unix ms. */
export const linkItem = z.object({
  id: z.uuid(),
  app_id: z.uuid(),
  campaign_id: z.uuid().nullable(),
  slug: z.string(),
  url: z.url(),
  fallback_url: z.string(),
  android_url: z.string().nullable(),
  ussd_fallback: z.string().nullable(),
  channel: z.string(),
  deep_link_path: z.string().nullable(),
  deferred_params: z.record(z.string(), z.unknown()),
  active: z.boolean(),
  created_at: z.int(),
  updated_at: z.int(),
});

/** A link as procedures return it, with the URL to share. */
export function toLinkItem(link: LinkRecord, config: Config): z.input<typeof linkItem> {
  return {
    id: link.id,
    app_id: link.appId,
    campaign_id: link.campaignId ?? null,
    slug: link.slug,
    url: linkUrl(config, link.slug),
    fallback_url: link.fallbackUrl,
    android_url: link.androidUrl ?? null,
    ussd_fallback: link.ussdFallback ?? null,
    channel: link.channel,
    deep_link_path: link.deepLinkPath ?? null,
    deferred_params: link.deferredParams,
    active: link.active,
    created_at: link.createdAt.getTime(),
    updated_at: link.updatedAt.getTime(),
  };
}
