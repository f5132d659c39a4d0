import type { LinkField } from '../link-fields.ts';
import { type LinkSource, NO_NAME, SETTING } from './link-source.ts';

const NAMES: Readonly<Record<string, LinkField>> = {
  campaign: 'campaign_name',
  deep_link: 'deep_link',
  deeplink: 'deep_link',
  redirect: 'redirect_url',
  fallback: 'redirect_url',
  redirect_android: 'android_url',
  redirect_ios: 'ios_url',
};

/** With and without the prefix that they have in links of one’s own domain. */
const PARAMETERS: Readonly<Record<string, LinkField>> = {
  ...NAMES,
  ...Object.fromEntries(Object.entries(NAMES).map(([name, field]) => [`adj_${name}`, field])),
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
};

const BELOW_CAMPAIGN = 'campaigns have no levels here; map it to utm_content';

/** Custom links, by the names of their list and of their parameters. */
export const sourceB: LinkSource = {
  name: 'source_b',
  columns: {
    short_link: 'short_link',
    'Short link': 'short_link',
    short_url: 'short_link',
    'Short URL': 'short_link',
    'Branded link': 'short_link',
    click_url: 'long_link',
    'Click URL': 'long_link',
    link: 'long_link',
    url: 'long_link',
    'Link URL': 'long_link',
    network: 'channel',
    network_name: 'channel',
    Network: 'channel',
    Channel: 'channel',
    campaign_name: 'campaign_name',
    archived: 'archived',
    ...PARAMETERS,
  },
  parameters: PARAMETERS,
  passesParameters: false,
  without: {
    name: NO_NAME,
    'Link name': NO_NAME,
    label: 'map it to tags',
    adj_label: 'map it to tags',
    token: 'links are known by their address',
    'Link token': 'links are known by their address',
    adj_t: 'links are known by their address',
    adgroup: BELOW_CAMPAIGN,
    adj_adgroup: BELOW_CAMPAIGN,
    creative: BELOW_CAMPAIGN,
    adj_creative: BELOW_CAMPAIGN,
    impression_url: 'impressions are not recorded',
    'Impression URL': 'impressions are not recorded',
    redirect_macos: 'a Mac goes where desktops go',
    redirect_windows: 'a PC goes where desktops go',
    install_callback: 'postbacks are set up for the app, not for a link',
    event_callback: 'postbacks are set up for the app, not for a link',
    engagement_type: SETTING,
  },
  leadsTo: 'store',
  translates: true,
};
