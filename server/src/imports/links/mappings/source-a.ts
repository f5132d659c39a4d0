import type { LinkField } from '../link-fields.ts';
import { BY_ASSOCIATION, type LinkSource, NO_NAME, SETTING } from './link-source.ts';

/** Of long links; a file for creating links in bulk has them as columns. */
const PARAMETERS: Readonly<Record<string, LinkField>> = {
  pid: 'channel',
  af_channel: 'channel',
  c: 'campaign_name',
  deep_link_value: 'deep_link_value',
  ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`deep_link_sub${n + 1}`, 'param' as const])),
  af_dp: 'deep_link',
  af_r: 'redirect_url',
  af_web_dp: 'fallback_url',
  af_android_url: 'android_url',
  af_ios_url: 'ios_url',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
};

/** The export of a template’s custom links, and the results of links created in bulk. */
export const sourceA: LinkSource = {
  name: 'source_a',
  columns: {
    'Short URL': 'short_link',
    'Short link': 'short_link',
    shortlink: 'short_link',
    custom_link_id: 'short_link',
    'Long URL': 'long_link',
    'Long link': 'long_link',
    'Media source': 'channel',
    'Campaign name': 'campaign_name',
    Campaign: 'campaign_name',
    ...PARAMETERS,
  },
  parameters: PARAMETERS,
  passesParameters: true,
  without: {
    'Link name': NO_NAME,
    'Last updated/created': 'links are as new',
    'Last updated': 'links are as new',
    Created: 'links are as new',
    'Updated by': 'the audit log says who changes a link from now on',
    af_adset: 'name the campaign, or map it to utm_content',
    af_adset_id: 'name the campaign, or map it to utm_content',
    af_ad: 'name the campaign, or map it to utm_content',
    af_ad_id: 'name the campaign, or map it to utm_content',
    af_c_id: 'campaigns are found by their names',
    af_prt: SETTING,
    af_siteid: SETTING,
    af_force_deeplink: BY_ASSOCIATION,
    af_xp: SETTING,
    is_retargeting: 'opening the app from a link is a re-engagement without being asked for',
    af_reengagement_window: SETTING,
    af_click_lookback: 'the windows of attribution are settings of the app',
    af_ios_store_cpp: 'name the page of the App Store with its ppid in ios_url',
  },
  leadsTo: 'store',
  translates: true,
};
