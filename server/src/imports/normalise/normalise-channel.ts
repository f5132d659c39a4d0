/** Names of networks and media, in lower case with underscores. */
const CHANNELS: Readonly<Record<string, string>> = {
  facebook: 'social_a',
  facebook_ads: 'social_a',
  facebook_int: 'social_a',
  google: 'search_ads',
  google_ads: 'search_ads',
  googleads: 'search_ads',
  google_adwords: 'search_ads',
  googleadwords: 'search_ads',
  googleadwords_int: 'search_ads',
  tiktok: 'social_b',
  tiktok_ads: 'social_b',
  tiktokglobal_int: 'social_b',
  twitter: 'social_c',
  twitter_ads: 'social_c',
  whatsapp: 'messaging_app',
  email: 'email',
  sms: 'sms',
  organic: 'organic',
};

/** The channel that another platform's network or media source means; an unknown one is carried through. */
export function normaliseChannel(name: string): string {
  const key = name.toLowerCase().replaceAll(' ', '_');
  return Object.hasOwn(CHANNELS, key) ? (CHANNELS[key] ?? key) : key;
}
