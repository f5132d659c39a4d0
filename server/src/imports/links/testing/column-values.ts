import { expect } from 'vitest';
import { STORE } from './normalised-link.ts';

export const TO = 'https://example.com/shoes';
export const TARGETS = { fallback_url: TO, android_url: TO, ios_url: TO };

/** What a row needs beside the column that is tried, by source. */
export const REST: Record<string, Record<string, string>> = {
  source_a: { 'Short URL': 'https://go.example.com/abcd', af_r: TO },
  source_b: { short_link: 'https://go.example.com/abcd', redirect: TO },
  source_c: { url: 'https://go.example.com/abcd', $fallback_url: TO },
  source_d: { 'Short link': 'https://go.example.com/abcd', 'Deep link (link)': TO },
  source_e: { path: 'abcd', originalURL: TO },
  custom: { slug: 'abcd', fallback_url: TO },
};
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;
const SHORT = [
  'https://go.example.com/Ab1',
  { path: '/Ab1', slug: expect.stringMatching(/^ab1-\w{8}$/) },
] as const;
const IMAGE = 'https://example.com/a.png';
export const OTHER = 'https://example.com/other';
const DEEP = ['https://example.com/a?b=1', { deep_link_path: '/a?b=1' }] as const;

/** Each column of each mapping, with a value and what becomes of it. */
export const COLUMNS: Record<string, Record<string, readonly [value: string, becomes: object]>> = {
  source_a: {
    'Short URL': SHORT,
    'Short link': SHORT,
    shortlink: SHORT,
    custom_link_id: ['Ab1', { path: '/Ab1' }],
    'Long URL': ['https://go.example.com/1a6f?c=Spring', { campaign_name: 'Spring', slug: 'abcd' }],
    'Long link': ['go.example.com/1a6f?pid=Email', { channel: 'email' }],
    'Media source': ['Facebook Ads', { channel: 'social_a' }],
    'Campaign name': ['Spring', { campaign_name: 'Spring' }],
    Campaign: ['Spring', { campaign_name: 'Spring' }],
    pid: ['whatsapp', { channel: 'messaging_app' }],
    af_channel: ['tiktok', { channel: 'social_b' }],
    c: ['Spring', { campaign_name: 'Spring' }],
    deep_link_value: [
      '/item/5',
      { deep_link_path: '/item/5', deferred_params: { deep_link_value: '/item/5' } },
    ],
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => {
        const name = `deep_link_sub${n + 1}`;
        return [name, ['x', { deferred_params: { [name]: 'x' } }] as const];
      }),
    ),
    af_dp: ['shop://item/5', { deep_link_path: '/item/5' }],
    af_r: [OTHER, { fallback_url: OTHER, android_url: OTHER, ios_url: OTHER }],
    af_web_dp: [OTHER, { fallback_url: OTHER, android_url: TO, ios_url: TO }],
    af_android_url: [OTHER, { fallback_url: TO, android_url: OTHER }],
    af_ios_url: [OTHER, { fallback_url: TO, ios_url: OTHER }],
    af_og_title: ['Spring sale', { title: 'Spring sale' }],
    af_og_description: ['Half price', { description: 'Half price' }],
    af_og_image: [IMAGE, { image_url: IMAGE }],
    ...Object.fromEntries(UTM.map((name) => [`utm_${name}`, ['x', { utm: { [name]: 'x' } }] as const])),
  },
  source_b: {
    ...Object.fromEntries(
      ['short_link', 'Short link', 'short_url', 'Short URL', 'Branded link'].map((name) => [name, SHORT]),
    ),
    ...Object.fromEntries(
      ['click_url', 'Click URL', 'link', 'url', 'Link URL'].map((name) => [
        name,
        ['https://app.adjust.com/abc123?adj_campaign=Spring', { campaign_name: 'Spring' }] as const,
      ]),
    ),
    ...Object.fromEntries(
      ['network', 'network_name', 'Network', 'Channel'].map((name) => [
        name,
        ['Twitter', { channel: 'social_c' }] as const,
      ]),
    ),
    campaign_name: ['Spring', { campaign_name: 'Spring' }],
    archived: ['true', { active: false }],
    ...Object.fromEntries(
      ['', 'adj_'].flatMap((prefix) => [
        [`${prefix}campaign`, ['Spring', { campaign_name: 'Spring' }] as const],
        [`${prefix}deep_link`, ['shop://item/5', { deep_link_path: '/item/5' }] as const],
        [`${prefix}deeplink`, ['shop://item/5', { deep_link_path: '/item/5' }] as const],
        [`${prefix}redirect`, [TO, TARGETS] as const],
        [`${prefix}fallback`, [TO, TARGETS] as const],
        [`${prefix}redirect_android`, [OTHER, { android_url: OTHER }] as const],
        [`${prefix}redirect_ios`, [OTHER, { ios_url: OTHER }] as const],
      ]),
    ),
    ...Object.fromEntries(UTM.map((name) => [`utm_${name}`, ['x', { utm: { [name]: 'x' } }] as const])),
  },
  source_c: {
    ...Object.fromEntries(['url', 'link', 'Link URL', 'Short Link'].map((name) => [name, SHORT])),
    alias: ['spring', { slug: 'spring' }],
    'Link Alias': ['Spring', { path: '/Spring' }],
    channel: ['SMS', { channel: 'sms' }],
    campaign: ['Spring', { campaign_name: 'Spring' }],
    tags: ['shoes, spring', { tags: ['shoes', 'spring'] }],
    data: [
      '{"$deeplink_path":"item/5","~channel":"Email","size":41,"$ios_url":"https://example.com/other"}',
      { deep_link_path: '/item/5', channel: 'email', deferred_params: { size: 41 }, ios_url: OTHER },
    ],
    'Link Data': ['{"a":{"b":1}}', { deferred_params: { a: { b: 1 } } }],
    archived: ['yes', { active: false }],
    '~channel': ['Google Ads', { channel: 'search_ads' }],
    '~campaign': ['Spring', { campaign_name: 'Spring' }],
    '~tags': ['["shoes","spring"]', { tags: ['shoes', 'spring'] }],
    $fallback_url: [TO, TARGETS],
    $desktop_url: [OTHER, { fallback_url: OTHER, android_url: TO }],
    $android_url: [OTHER, { fallback_url: TO, android_url: OTHER }],
    $ios_url: [OTHER, { fallback_url: TO, ios_url: OTHER }],
    $deeplink_path: ['item/5?x=1', { deep_link_path: '/item/5?x=1' }],
    $android_deeplink_path: ['item/5', { deep_link_path: '/item/5' }],
    $ios_deeplink_path: ['item/5', { deep_link_path: '/item/5' }],
    $og_title: ['Spring sale', { title: 'Spring sale' }],
    $og_description: ['Half price', { description: 'Half price' }],
    $og_image_url: [IMAGE, { image_url: IMAGE }],
    ...Object.fromEntries(UTM.map((name) => [`utm_${name}`, ['x', { utm: { [name]: 'x' } }] as const])),
  },
  source_d: {
    'Short link': SHORT,
    'Deep link (link)': [
      DEEP[0],
      { ...DEEP[1], fallback_url: DEEP[0], android_url: DEEP[0], ios_url: DEEP[0] },
    ],
    'Android package name (apn)': ['com.example.shop', { android_url: STORE, fallback_url: TO }],
    'Android fallback link (afl)': [OTHER, { android_url: OTHER }],
    'iOS fallback link (ifl)': [OTHER, { ios_url: OTHER }],
    'iOS app store ID (isi)': ['1234567', { ios_url: 'https://apps.apple.com/app/id1234567' }],
    'Desktop fallback link (ofl)': [OTHER, { fallback_url: OTHER, android_url: TO, ios_url: TO }],
    ...Object.fromEntries(
      UTM.map((name) => [`UTM ${name} (utm_${name})`, ['x', { utm: { [name]: 'x' } }] as const]),
    ),
    ...Object.fromEntries(
      ['at', 'ct', 'mt', 'pt'].map((name) => [`iTunes Connect ${name}`, ['8', {}] as const]),
    ),
    'Social title (st)': ['Spring sale', { title: 'Spring sale' }],
    'Social description (sd)': ['Half price', { description: 'Half price' }],
    'Social image link (si)': [IMAGE, { image_url: IMAGE }],
    'Archived?': ['TRUE', { active: false }],
  },
  source_e: {
    path: ['a/B?x=1', { path: '/a/B?x=1' }],
    slug: ['spring', { slug: 'spring' }],
    shortURL: SHORT,
    'Short URL': SHORT,
    secureShortURL: SHORT,
    originalURL: [TO, TARGETS],
    'Original URL': [TO, TARGETS],
    androidURL: [OTHER, { android_url: OTHER, fallback_url: TO }],
    'Android URL': [OTHER, { android_url: OTHER }],
    iphoneURL: [OTHER, { ios_url: OTHER }],
    'iOS URL': [OTHER, { ios_url: OTHER }],
    tags: ['shoes', { tags: ['shoes'] }],
    ...Object.fromEntries(
      UTM.map((name) => [
        `utm${name[0]?.toUpperCase()}${name.slice(1)}`,
        ['x', { utm: { [name]: 'x' } }] as const,
      ]),
    ),
    expiresAt: ['2026-12-31T00:00:00Z', { expires_at: Date.UTC(2026, 11, 31) }],
    'Expires at': ['1798675200000', { expires_at: Date.UTC(2026, 11, 31) }],
    expiredURL: [OTHER, { expired_url: OTHER }],
    'Expired URL': [OTHER, { expired_url: OTHER }],
    clicksLimit: ['100', { max_clicks: 100 }],
    splitURL: [
      OTHER,
      {
        rules: [
          { when: {}, url: OTHER, weight: 50 },
          { when: {}, url: TO, weight: 50 },
        ],
      },
    ],
    splitPercent: ['30', {}],
    password: ['', {}],
    hasPassword: ['false', {}],
    archived: ['1', { active: false }],
  },
  custom: Object.fromEntries(
    Object.entries({
      slug: ['spring', { slug: 'spring' }],
      fallback_url: [OTHER, { fallback_url: OTHER }],
      android_url: [
        'market://details?id=com.example.shop',
        { android_url: 'market://details?id=com.example.shop' },
      ],
      ios_url: [OTHER, { ios_url: OTHER }],
      ussd_fallback: ['*123#', { ussd_fallback: '*123#' }],
      channel: ['sms', { channel: 'sms' }],
      campaign_id: [
        '9b2c1f0e-1111-4111-8111-0123456789ab',
        { campaign_id: '9b2c1f0e-1111-4111-8111-0123456789ab' },
      ],
      deep_link_path: ['/item/5', { deep_link_path: '/item/5' }],
      deferred_params: ['{"size":41}', { deferred_params: { size: 41 } }],
      rules: [
        '[{"when":{"platform":"desktop"},"url":"https://example.com/other"}]',
        { rules: [{ when: { platform: 'desktop' }, url: OTHER }] },
      ],
      expires_at: ['1798675200000', { expires_at: Date.UTC(2026, 11, 31) }],
      expired_url: [OTHER, { expired_url: OTHER }],
      max_clicks: ['7', { max_clicks: 7 }],
      utm: ['{"source":"x"}', { utm: { source: 'x' } }],
      tags: ['["a"]', { tags: ['a'] }],
      title: ['Spring sale', { title: 'Spring sale' }],
      description: ['Half price', { description: 'Half price' }],
      image_url: [IMAGE, { image_url: IMAGE }],
      short_link: ['https://go.example.com/A/b?x=1', { slug: 'abcd', path: '/A/b?x=1' }],
      campaign_name: ['Spring', { campaign_name: 'Spring' }],
      active: ['false', { active: false }],
    } as const).flatMap(([name, what]) => [
      [name, what],
      ...(['short_link', 'campaign_name', 'active'].includes(name) ? [] : [[`p_${name}`, what]]),
    ]),
  ),
};
