import { describe, expect, test } from 'vitest';
import { OTHER, TO } from '../testing/column-values.ts';
import { normalisedLink } from '../testing/normalised-link.ts';

describe('errors name their column', () => {
  test.each([
    ['source_e', { originalURL: TO }, ['short_link: is missing']],
    ['source_e', { path: 'abcd' }, ['fallback_url: is missing']],
    ['custom', { slug: 'abcd' }, ['fallback_url: is missing']],
    [
      'source_e',
      { path: 'abcd', originalURL: 'no address' },
      ['originalURL: must not contain spaces, control characters or backslashes'],
    ],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, title: 'x'.repeat(301) },
      ['title: must be 300 characters or fewer'],
    ],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, image_url: 'http://x.example/' },
      ['image_url: must be an https URL'],
    ],
    ['custom', { fallback_url: TO }, ['short_link: is missing']],
    ['custom', { slug: 'AB', fallback_url: TO }, ['slug: must be 3 to 64 characters of a-z, 0-9, - and _']],
    ['custom', { slug: 'abcd', fallback_url: 'shop://x' }, ['fallback_url: must be an http or https URL']],
    ['custom', { p_slug: 'abcd', p_fallback_url: 'x' }, ['p_fallback_url: must be an http or https URL']],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, channel: 'x' },
      [expect.stringMatching(/^channel: must be one of/)],
    ],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, rules: '[{' },
      ['rules: must be JSON of 64 levels or fewer'],
    ],
    [
      'custom',
      { slug: 'abcd', fallback_url: TO, rules: '['.repeat(7000) + ']'.repeat(7000) },
      ['rules: must be JSON of 64 levels or fewer'],
    ],
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
    ['source_c', { alias: 'abcd', data: '[1]' }, ['data: must be a JSON object of 64 levels or fewer']],
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
    ['a long title', { $og_title: 'x'.repeat(301) }, '$og_title: must be 300 characters or fewer'],
    ['an image', { $og_image_url: 'http://x.example/a' }, '$og_image_url: must be an https URL'],
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
