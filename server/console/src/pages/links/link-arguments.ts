import type { InputOf, OutputOf } from '../../client/procedures.ts';
import type { Entered } from '../../parts/forms/form.tsx';
import { jsonObjectOf } from '../../parts/forms/json-object-of.ts';
import { momentOf } from '../../parts/forms/moment-field.ts';
import { channelOf } from '../../values/channels.ts';

type NewLink = Required<InputOf<'create_deep_link'>>;
export type LinkRule = OutputOf<'list_links'>['items'][number]['rules'][number];
type Platform = NonNullable<LinkRule['when']['platform']>;

const PLATFORM_NAMES: Record<Platform, string> = {
  android: 'Android',
  ios: 'iPhone',
  desktop: 'Computer or iPad',
  feature_phone: 'Feature phone',
  other: 'Anything else',
};

/** The kinds of devices that rules tell apart. The compiler asks for one that is missing. */
export const PLATFORMS = (Object.entries(PLATFORM_NAMES) as [Platform, string][]).map(([id, name]) => ({
  id,
  name,
}));

/** The parts of `p_utm`. */
export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/**
 * What the form of a link says, beside its app and slug, as the service takes it; null for what is empty.
 *
 * @throws ServiceError at the field of the parameters where they are no JSON object
 */
export function linkArguments(entered: Entered): Omit<NewLink, 'p_app_id' | 'p_slug'> {
  return {
    p_domain: entered.domain ?? '',
    p_fallback_url: entered.fallback_url ?? '',
    p_android_url: entered.android_url || null,
    p_ios_url: entered.ios_url || null,
    p_ussd_fallback: entered.ussd_fallback || null,
    p_campaign_id: entered.campaign_id || null,
    p_channel: channelOf(entered.channel) ?? null,
    p_deep_link_path: entered.deep_link_path || null,
    p_deferred_params: jsonObjectOf('deferred_params', entered.deferred_params ?? ''),
    p_rules: rulesOf(entered),
    p_expires_at: momentOf(entered.expires_at),
    p_expired_url: entered.expired_url || null,
    p_max_clicks: entered.max_clicks ? Number(entered.max_clicks) : null,
    p_utm: utmOf(entered),
    p_title: entered.title?.trim() || null,
    p_description: entered.description?.trim() || null,
    p_image_url: entered.image_url || null,
    p_tags: (entered.tags ?? '').split(',').flatMap((tag) => tag.trim() || []),
  };
}

/** The rules of a form, in order. */
export function rulesOf(entered: Entered): LinkRule[] {
  const rules: LinkRule[] = [];
  for (let at = 0; entered[`rules.${at}.url`] !== undefined; at++) {
    const of = (name: string) => entered[`rules.${at}.${name}`]?.trim() ?? '';
    const platform = PLATFORMS.find(({ id }) => id === of('when.platform'))?.id;
    const [from, until] = [momentOf(of('when.from')), momentOf(of('when.until'))];
    rules.push({
      when: {
        ...(platform && { platform }),
        ...(of('when.country') && { country: of('when.country') }),
        ...(of('when.language') && { language: of('when.language') }),
        ...(from !== null && { from }),
        ...(until !== null && { until }),
      },
      url: of('url'),
      ...(of('weight') && { weight: Number(of('weight')) }),
    });
  }
  return rules;
}

/** The campaign parameters of a form; null for none. */
export function utmOf(entered: Entered): Record<string, string> | null {
  const given = UTM_NAMES.flatMap((name) => {
    const text = entered[`utm.${name}`]?.trim();
    return text ? [[name, text]] : [];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}
