import { expect, test } from 'vitest';
import { normaliseChannel } from './normalise-channel.ts';

test.each([
  ['facebook', 'social_a'],
  ['Facebook', 'social_a'],
  ['Facebook Ads', 'social_a'],
  ['facebook_ads', 'social_a'],
  ['facebook_int', 'social_a'],
  ['googleadwords_int', 'search_ads'],
  ['Google Ads', 'search_ads'],
  ['google_ads', 'search_ads'],
  ['Google AdWords', 'search_ads'],
  ['TikTok', 'social_b'],
  ['tiktokglobal_int', 'social_b'],
  ['tiktok_ads', 'social_b'],
  ['Twitter', 'social_c'],
  ['twitter ads', 'social_c'],
  ['WhatsApp', 'messaging_app'],
  ['Email', 'email'],
  ['SMS', 'sms'],
  ['Organic', 'organic'],
  ['ORGANIC', 'organic'],
  ['restricted', 'restricted'],
  ['Unity Ads', 'unity_ads'],
  ['My Own  Network', 'my_own__network'],
  ['constructor', 'constructor'],
])('the channel %s is %s', (name, channel) => {
  expect(normaliseChannel(name)).toBe(channel);
});
