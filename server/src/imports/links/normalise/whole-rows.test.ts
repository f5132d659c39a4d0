import { describe, expect, test } from 'vitest';
import { OTHER, REST, TO } from '../testing/column-values.ts';
import { normalisedLink, STORE } from '../testing/normalised-link.ts';

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
