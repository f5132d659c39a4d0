import { describe, expect, test } from 'vitest';
import { TO } from '../testing/column-values.ts';
import { normalisedLink } from '../testing/normalised-link.ts';

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
    ['/API', { path: '/API' }],
    ['/apis', { slug: 'apis' }],
    ['/l/x?y/qr', { path: '/l/x?y/qr' }],
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
    '/v1/x',
    'https://go.example.com/api',
    'api?x=1',
    '/l/spring/qr',
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
    const named = normalisedLink('source_e', { shortURL: 'https://x.example/api', originalURL: TO }, own);
    expect(named).toMatchObject({ slug: 'api', lost });
  });
});
