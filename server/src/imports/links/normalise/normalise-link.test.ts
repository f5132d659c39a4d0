import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LINK_SOURCES } from '../mappings/link-sources.ts';
import { normalisedLink, STORE } from '../testing/normalised-link.ts';

const TO = 'https://example.com/shoes';
const TARGETS = { fallback_url: TO, android_url: TO, ios_url: TO };

/** What a row needs beside the column that is tried, by source. */
const REST: Record<string, Record<string, string>> = {
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
const OTHER = 'https://example.com/other';
const DEEP = ['https://example.com/a?b=1', { deep_link_path: '/a?b=1' }] as const;

/** Each column of each mapping, with a value and what becomes of it. */
const COLUMNS: Record<string, Record<string, readonly [value: string, becomes: object]>> = {
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
      short_link: ['https://go.example.com/A/b?x=1', { slug: 'abcd', path: '/A/b?x=1' }],
      campaign_name: ['Spring', { campaign_name: 'Spring' }],
      active: ['false', { active: false }],
    } as const).flatMap(([name, what]) => [
      [name, what],
      ...(['short_link', 'campaign_name', 'active'].includes(name) ? [] : [[`p_${name}`, what]]),
    ]),
  ),
};

const sorted = (names: Iterable<string>) => [...names].sort();

describe.each(LINK_SOURCES)('$name', (source) => {
  const columns = COLUMNS[source.name] ?? {};

  test('has a test of each of its columns', () => {
    expect(sorted(Object.keys(columns))).toEqual(sorted(Object.keys(source.columns)));
  });

  test.each(Object.entries(columns))('reads %s', (column, [value, becomes]) => {
    const field = source.columns[column];
    // Others that fill the same field would win, or be at odds with it.
    const same = (name: string) =>
      source.columns[name] === field || (source.columns[name] === 'slug' && field === 'short_link');
    const keep = field === 'short_link' && source.name === 'custom';
    const rest = Object.entries(REST[source.name] ?? {}).filter(([name]) => keep || !same(name));
    const row = { ...Object.fromEntries(rest), ...(value !== '' && { [column]: value }) };
    const link = normalisedLink(source.name, row);
    expect(link).not.toHaveProperty('errors');
    expect(link).toMatchObject(becomes);
  });
});

describe('whole rows', () => {
  test('of Google’s export', () => {
    const row = {
      'Short link': 'https://go.example.com/Ab%C3%A9/x?y=1',
      'Deep link (link)': 'https://example.com/shoes?id=5#top',
      'Android package name (apn)': 'com.example.shop',
      'iOS app store ID (isi)': '1234567',
      'Desktop fallback link (ofl)': 'https://example.com/desktop',
      'UTM campaign (utm_campaign)': 'Spring',
      'iTunes Connect ct': 'spring',
      'iTunes Connect pt': '42',
      'Archived?': 'FALSE',
    };
    expect(normalisedLink('source_d', row)).toEqual({
      slug: expect.stringMatching(/^ab-x-[0-9a-z]{8}$/),
      path: '/Ab%C3%A9/x?y=1',
      fallback_url: 'https://example.com/desktop',
      android_url: STORE,
      ios_url: 'https://apps.apple.com/app/id1234567?ct=spring&pt=42',
      deep_link_path: '/shoes?id=5#top',
      utm: { campaign: 'Spring' },
    });
  });

  test('of a OneLink lead to the store where they name no place, and pass their parameters', () => {
    const url =
      'https://go.example.com/1a6f?pid=email&c=Spring&deep_link_value=shoes&af_adset=x&promo=5&af_xp=custom';
    expect(
      normalisedLink('source_a', { 'Short URL': 'https://go.example.com/1a6f/Q9', 'Long URL': url }),
    ).toEqual({
      slug: expect.stringMatching(/^1a6f-q9-/),
      path: '/1a6f/Q9',
      channel: 'email',
      campaign_name: 'Spring',
      fallback_url: STORE,
      android_url: STORE,
      deferred_params: { deep_link_value: 'shoes', promo: '5' },
      lost: [
        'Long URL af_adset: name the campaign, or map it to utm_content',
        'Long URL af_xp: a setting of the old platform',
      ],
    });
  });

  test('a long link that has no short one keeps its path with its query', () => {
    const row = { 'Long URL': 'https://go.example.com/1a6f?pid=email&c=Spring' };
    expect(normalisedLink('source_a', row)).toMatchObject({
      path: '/1a6f?pid=email&c=Spring',
      channel: 'email',
    });
  });

  test('a split has its shares', () => {
    const row = { ...REST.source_e, splitURL: OTHER, splitPercent: '30' };
    expect(normalisedLink('source_e', row)).toMatchObject({
      rules: [
        { when: {}, url: OTHER, weight: 30 },
        { when: {}, url: TO, weight: 70 },
      ],
    });
  });

  test('one row is the same link, two are not', () => {
    const [a, b] = [1, 2].map((n) => normalisedLink('source_e', { path: `A/b-${n}`, originalURL: TO }));
    expect(a).toEqual(normalisedLink('source_e', { path: 'A/b-1', originalURL: TO }));
    expect(a).toMatchObject({ path: '/A/b-1' });
    expect(b).toMatchObject({ path: '/A/b-2' });
  });
});

describe('an address', () => {
  test.each([
    ['https://go.example.com/abcd', { slug: 'abcd' }],
    ['HTTPS://GO.example.com/abcd', { slug: 'abcd' }],
    ['go.example.com/abcd', { slug: 'abcd' }],
    ['/abcd', { slug: 'abcd' }],
    ['abcd', { slug: 'abcd' }],
    ['https://go.example.com/ABCD', { path: '/ABCD' }],
    ['https://go.example.com/ab', { path: '/ab' }],
    ['https://go.example.com/a/b?x=1', { path: '/a/b?x=1' }],
    ['https://go.example.com/é', { path: '/%C3%A9' }],
    ['https://go.example.com/%c3%a9/', { path: '/%C3%A9' }],
    ['https://go.example.com/abcd/', { slug: 'abcd' }],
    ['https://go.example.com/?link=x', { path: '/?link=x' }],
    ['https://go.example.com/abcd#part', { slug: 'abcd' }],
    [`/${'A'.repeat(511)}`, { path: `/${'A'.repeat(511)}` }],
  ])('%s is kept', (given, becomes) => {
    const link = normalisedLink('source_e', { shortURL: given, originalURL: TO });
    expect(link).toMatchObject(becomes);
    expect('path' in link).toBe('path' in becomes);
    expect(link).not.toHaveProperty('lost');
  });

  test.each([
    `/${'A'.repeat(512)}`,
    'https://go.example.com/',
    'https://',
    'two words',
    'https://go.example.com\\a',
    '/.well-known/assetlinks.json',
    '/%2Ewell-known/x',
  ])('%s is refused', (given) => {
    const { errors } = normalisedLink('source_e', { shortURL: given, originalURL: TO }) as {
      errors: string[];
    };
    expect(errors).toEqual([expect.stringMatching(/^shortURL: /)]);
  });

  test('of another host keeps its path, and it is said', () => {
    expect(normalisedLink('source_e', { shortURL: 'https://x.example/Ab', originalURL: TO })).toMatchObject({
      path: '/Ab',
      lost: ['shortURL: only its path is kept: it was not on go.example.com'],
    });
  });

  test('on the service’s own host is kept where it can be a slug, and it is said', () => {
    const lost = ['shortURL: no domain was named that keeps it: the link has an address of its own here'];
    const own = { host: null };
    const kept = normalisedLink('source_e', { shortURL: 'https://x.example/abcd', originalURL: TO }, own);
    expect(kept).toMatchObject({ slug: 'abcd', lost });
    const made = normalisedLink('source_e', { shortURL: 'https://x.example/Ab/c', originalURL: TO }, own);
    expect(made).toMatchObject({ slug: expect.stringMatching(/^ab-c-/), lost });
    expect(made).not.toHaveProperty('path');
  });
});

describe('errors name their column', () => {
  test.each([
    ['source_e', { originalURL: TO }, ['short_link: is missing']],
    ['source_e', { path: 'abcd' }, ['fallback_url: is missing']],
    ['custom', { slug: 'abcd' }, ['fallback_url: is missing']],
    ['custom', { fallback_url: TO }, ['short_link: is missing']],
    ['custom', { slug: 'AB', fallback_url: TO }, ['slug: must be 3 to 64 characters of a-z, 0-9, - and _']],
    ['custom', { slug: 'abcd', fallback_url: 'shop://x' }, ['fallback_url: must be an http or https URL']],
    ['custom', { p_slug: 'abcd', p_fallback_url: 'x' }, ['p_fallback_url: must be an http or https URL']],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, channel: 'x' },
      [expect.stringMatching(/^channel: must be one of/)],
    ],
    ['custom', { slug: 'abcd', fallback_url: TO, rules: '[{' }, ['rules: must be JSON']],
    ['custom', { slug: 'abcd', fallback_url: TO, rules: '{}' }, [expect.stringMatching(/^rules: /)]],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, rules: '[{"when":{},"url":"x"}]' },
      ['rules: 0.url: must be an http or https URL'],
    ],
    ['custom', { slug: 'abcd', fallback_url: TO, max_clicks: '0' }, ['max_clicks: must be 1 or more']],
    ['custom', { slug: 'abcd', fallback_url: TO, max_clicks: 'x' }, ['max_clicks: must be a whole number']],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, expires_at: 'soon' },
      [expect.stringMatching(/^expires_at: must/)],
    ],
    ['custom', { slug: 'abcd', fallback_url: TO, active: 'maybe' }, ['active: must be true or false']],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, campaign_id: 'x' },
      ['campaign_id: must be a UUID (version 4)'],
    ],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, deferred_params: '[]' },
      ['deferred_params: must be a JSON object'],
    ],
    [
      'source_d',
      {
        'Short link': 'https://go.example.com/a',
        'Deep link (link)': TO,
        'Android package name (apn)': 'x y',
      },
      ['Android package name (apn): must be a package'],
    ],
    [
      'source_d',
      { 'Short link': 'https://go.example.com/a', 'Deep link (link)': TO, 'iOS app store ID (isi)': 'x' },
      ['iOS app store ID (isi): must be the number of an app in the App Store'],
    ],
    ['source_c', { alias: 'abcd', data: '[1]' }, ['data: must be a JSON object']],
    [
      'source_a',
      { 'Short URL': 'x.example/abcd', af_dp: 'javascript:x' },
      ['af_dp: must be a path, or a URL'],
    ],
    [
      'source_e',
      { path: 'abcd', originalURL: TO, splitURL: OTHER, splitPercent: '100' },
      ['splitPercent: must be a share of 1 to 99 percent'],
    ],
  ] as const)('%s %j', (source, row, errors) => {
    expect(normalisedLink(source, row as Record<string, string>)).toMatchObject({ errors });
  });

  test('the password of a protected link is not shown, and the link not made public', () => {
    const row = { path: 'abcd', originalURL: TO, password: 'geheim' };
    const text = JSON.stringify(normalisedLink('source_e', row));
    expect(text).toContain('password: the link is protected');
    expect(text).not.toContain('geheim');
  });
});

describe('what cannot be carried over is said, and the link is made', () => {
  const short = 'https://go.example.com/abcd';
  test.each([
    ['a scheme of an app', { $android_url: 'shop://x' }, '$android_url: must be an http, https, intent'],
    ['a channel', { '~channel': 'billboard' }, '~channel: is no channel of the service'],
    ['long tags', { tags: `a,${'b'.repeat(41)}` }, 'tags: a link has 20 tags of 40 characters at most'],
    [
      'data',
      { data: '{"$publicly_indexable":true}' },
      'data $publicly_indexable: a link has nothing of this name',
    ],
    [
      'known data',
      { data: '{"$web_only":true}' },
      'data $web_only: apps are opened by the association files',
    ],
  ] as const)('%s', (_what, values, lost) => {
    const row = { url: short, $fallback_url: TO, ...values } as Record<string, string>;
    expect(normalisedLink('source_c', row)).toMatchObject({
      slug: 'abcd',
      lost: [expect.stringContaining(lost)],
    });
  });
});

test('a caller’s mapping names what a column fills', () => {
  const row = { Kurz: 'spring', Ziel: TO, Grösse: '41', Notiz: 'x' };
  const mapping = { Kurz: 'short_link', Ziel: 'redirect_url', Grösse: 'param', Notiz: null } as const;
  expect(normalisedLink('source_e', row, { mapping })).toEqual({
    slug: 'spring',
    ...TARGETS,
    deferred_params: { Grösse: '41' },
  });
});

test.each(LINK_SOURCES)('docs/moving-in.md says what $name reads', ({ name }) => {
  const page = readFileSync(new URL('../../../../../docs/moving-in.md', import.meta.url), 'utf8');
  expect(page).toContain(`| \`${name}\` |`);
});
