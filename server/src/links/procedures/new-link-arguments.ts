import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { channel } from '../../platform/http/procedures/channel-argument.ts';
import { PAGE_ARGUMENTS } from '../../platform/http/procedures/page-text-arguments.ts';
import { removable } from '../../platform/http/procedures/removable.ts';
import { hostName } from '../domains/host-name.ts';
import { linkRules, moment } from '../rules/link-rule.ts';
import {
  androidUrl,
  deepLinkPath,
  deferredParams,
  maxClicks,
  slug,
  tags,
  ussdFallback,
  utm,
  webUrl,
} from './link-arguments.ts';

/** What a new link may be given. */
export const newLink = z.strictObject({
  p_app_id: uuid,
  p_slug: slug,
  p_domain: removable(hostName),
  p_fallback_url: webUrl,
  p_channel: optional(channel),
  p_android_url: optional(androidUrl),
  p_ios_url: optional(webUrl),
  p_ussd_fallback: optional(ussdFallback),
  p_campaign_id: optional(uuid),
  p_deep_link_path: optional(deepLinkPath),
  p_deferred_params: optional(deferredParams),
  p_rules: optional(linkRules),
  p_expires_at: optional(moment),
  p_expired_url: optional(webUrl),
  p_max_clicks: optional(maxClicks),
  p_utm: optional(utm),
  p_tags: optional(tags),
  p_title: optional(PAGE_ARGUMENTS.p_title),
  p_description: optional(PAGE_ARGUMENTS.p_description),
  p_image_url: optional(PAGE_ARGUMENTS.p_image_url),
});

export type NewLink = z.output<typeof newLink>;
