import type { NewLink } from './new-link-arguments.ts';

type Given = Omit<NewLink, 'p_app_id' | 'p_slug' | 'p_domain' | 'p_channel' | 'p_campaign_id'>;

/** What arguments say of a link beside whose it is; what is left out is empty. */
export function toLinkColumns(input: Given) {
  return {
    fallbackUrl: input.p_fallback_url,
    androidUrl: input.p_android_url,
    iosUrl: input.p_ios_url,
    ussdFallback: input.p_ussd_fallback,
    deepLinkPath: input.p_deep_link_path,
    deferredParams: input.p_deferred_params ?? {},
    rules: noneIfEmpty(input.p_rules),
    expiresAt: input.p_expires_at === null ? null : new Date(input.p_expires_at),
    expiredUrl: input.p_expired_url,
    maxClicks: input.p_max_clicks,
    utm: input.p_utm as Record<string, string> | null,
    tags: input.p_tags ?? [],
    title: input.p_title,
    description: input.p_description,
    imageUrl: input.p_image_url,
  };
}

function noneIfEmpty<T>(list: T[] | null): T[] | null {
  return list === null || list.length === 0 ? null : list;
}
