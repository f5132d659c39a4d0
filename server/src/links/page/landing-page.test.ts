import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createLink, type TestLink } from '../../testing/create-link.ts';
import { freshAddress } from '../../testing/test-tenant.ts';
import { escapeHtml } from './escape-html.ts';
import { buttonsOf, metaOf } from './testing/read-page.ts';
import { MAC, useLandingPages } from './testing/use-landing-pages.ts';

const { service, tenant, open, setApp } = useLandingPages();

const clicksOf = async (link: TestLink) =>
  (await service.services.workPool.query('select * from clicks where link_id = $1', [link.id])).rows;

const NASTY = `<img src=x onerror="alert('1')">\u2028&amp;`;

describe('what is shown', () => {
  test('is the link’s own, as HTML and for messengers', async () => {
    const link = await createLink(tenant, {
      p_title: `Spring ${NASTY}`,
      p_description: `All of it ${NASTY}`,
      p_image_url: 'https://cdn.example.com:8443/a.jpg?x=1&y=2',
    });
    const { html } = await open(link);
    expect(html).toContain(`<h1 dir="auto">${escapeHtml(`Spring ${NASTY}`)}</h1>`);
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('ref=x');
    expect(metaOf(html)).toMatchObject({
      'og:title': `Spring ${NASTY}`,
      'og:description': `All of it ${NASTY}`,
      'og:image': 'https://cdn.example.com:8443/a.jpg?x=1&y=2',
      'og:url': link.url,
      'twitter:card': 'summary_large_image',
      'twitter:title': `Spring ${NASTY}`,
    });
  });

  test('is the app’s where the link says nothing, at once after a change', async () => {
    await setApp({
      p_app_store_id: '525463029',
      p_name: 'Shop',
      p_description: 'Buy.',
      p_image_url: 'https://i.example/a',
    });
    const link = await createLink(tenant);
    expect(metaOf((await open(link)).html)).toMatchObject({
      'og:title': 'Shop',
      'og:description': 'Buy.',
      'og:image': 'https://i.example/a',
    });
    await setApp({ p_name: 'Store', p_description: '', p_image_url: '' });
    const changed = metaOf((await open(link)).html);
    expect(changed).toMatchObject({ 'og:title': 'Store', 'twitter:card': 'summary' });
    expect(changed).not.toHaveProperty('og:image');
    expect(changed).not.toHaveProperty('og:description');
    const args = { p_link_id: link.id, p_title: 'Own', p_description: 'Mine.' };
    expect(await (await tenant.owner.rpc('update_link', args)).json()).toMatchObject({ title: 'Own' });
    expect(metaOf((await open(link)).html)).toMatchObject({ 'og:title': 'Own', 'og:description': 'Mine.' });
  });

  test('is gone with the title, where the app is in no App Store', async () => {
    const link = await createLink(tenant, { p_title: 'Spring' });
    expect((await open(link)).response.status).toBe(200);
    await tenant.owner.rpc('update_link', { p_link_id: link.id, p_title: '' });
    expect((await open(link)).response.status).toBe(302);
  });

  test.each([
    ['p_title', 'x'.repeat(301), 'must be 300 characters or fewer'],
    ['p_title', '  ', 'must not be empty'],
    ['p_title', 'a\0b', 'must be well-formed text'],
    ['p_description', 'x'.repeat(301), 'must be 300 characters or fewer'],
    ['p_image_url', 'http://example.com/a.jpg', 'must be an https URL'],
    ['p_image_url', 'javascript:alert(1)', 'must be an https URL'],
    ['p_image_url', 'https://example.com/a b', 'must be an https URL'],
    ['p_image_url', 'https://a:b@example.com/', 'must not contain user information'],
    ['p_image_url', 'https://a;script-src.example/', 'must have a host of letters, digits, dots and hyphens'],
    ['p_image_url', 'https://*.example.com/a.jpg', 'must have a host of letters, digits, dots and hyphens'],
    ['p_image_url', `https://example.com/${'x'.repeat(2048)}`, 'must be 2048 characters or fewer'],
    ['p_image_url', 'https://go.example.com/l/abc', 'must not lead to a link of this service'],
  ])('may not be %s %j', async (name, value, problem) => {
    const args = { p_app_id: tenant.appId, p_slug: 'never-made', p_fallback_url: 'https://example.com/' };
    const response = await tenant.owner.rpc('create_deep_link', { ...args, [name]: value });
    expect([response.status, await response.json()]).toMatchObject([400, { error: `${name}: ${problem}` }]);
  });

  test('may be 300 characters long', async () => {
    const long = { p_title: 'x'.repeat(300), p_description: '&'.repeat(300) };
    const { html } = await open(await createLink(tenant, long));
    expect(html).toContain(`<h1 dir="auto">${'x'.repeat(300)}</h1>`);
  });
});

describe('the answer', () => {
  test('is at most 10 KB, packed where that is taken, and never kept', async () => {
    await setApp({ p_app_store_id: '525463029', p_ios_clipboard: true });
    const link = await createLink(tenant, {
      p_title: Array.from({ length: 60 }, (_, n) => `&${n}<'`).join(''),
      p_description: Array.from({ length: 60 }, (_, n) => `"${n}>ع`).join(''),
      p_image_url: `https://example.com/${Array.from({ length: 400 }, (_, n) => n).join('-')}`,
    });
    const plain = await open(link);
    const packed = await service.request(`/l/${link.slug}`, {
      headers: { 'user-agent': MAC, 'accept-encoding': 'br, gzip', 'x-forwarded-for': freshAddress() },
    });
    const body = Buffer.from(await packed.arrayBuffer());
    expect(body.byteLength).toBeLessThan(10_240);
    expect(packed.headers.get('content-length')).toBe(String(body.byteLength));
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const small = await open(await createLink(tenant, { p_title: 'A' }), { 'accept-encoding': 'gzip' });
    expect(small.response.headers.get('content-encoding')).toBeNull();
    expect(small.html.length).toBeLessThan(8192);
    expect(gunzipSync(body).toString()).toMatch(/^<!doctype html>.*<\/html>$/s);
    expect(plain.response.headers.get('content-encoding')).toBeNull();
    for (const { headers } of [plain.response, packed]) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toBe('Accept-Encoding, Accept-Language, User-Agent');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('names no other origin but the image’s in what it loads', async () => {
    const policyOf = async (args: object) =>
      (await open(await createLink(tenant, { p_title: 'A', ...args }))).response.headers.get(
        'content-security-policy',
      ) ?? '';
    const bare = await policyOf({});
    expect(bare).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(await policyOf({ p_image_url: 'https://CDN.example.com:8443/a;b.jpg' })).toBe(
      `${bare}; img-src https://cdn.example.com:8443`,
    );
    const { html } = await open(await createLink(tenant, { p_title: 'A' }));
    expect(html).not.toMatch(/ (?:src|srcset)=|<link|<iframe|url\(|@import| style=| on[a-z]+=/);
  });

  test('comes once the click is stored, with its rule and country as a redirect’s', async () => {
    const link = await createLink(tenant, { p_title: 'A', p_deep_link_path: '/promo' });
    const { html } = await open(link, { 'accept-language': 'de' });
    const [click, ...others] = await clicksOf(link);
    expect(others).toEqual([]);
    expect(click).toMatchObject({ excluded_because: null, language: 'de', code_hash: null });
    expect(buttonsOf(html)['Im Browser fortfahren']).toBe(
      `https://example.com/landing?service_click_id=${click?.click_id}&service_path=%2Fpromo`,
    );
  });

  test('ends as a redirect does: paused, expired, used up', async () => {
    const link = await createLink(tenant, { p_title: 'A', p_max_clicks: 1 });
    expect((await open(link)).response.status).toBe(200);
    const used = await open(link);
    expect([used.response.status, used.response.headers.get('location')]).toEqual([302, '/paused']);
    const over = await createLink(tenant, {
      p_title: 'A',
      p_expires_at: 1,
      p_expired_url: 'https://example.com/over',
    });
    expect((await open(over)).response.headers.get('location')).toBe('https://example.com/over');
    const preview = await open(over, { 'user-agent': 'WhatsApp/2.23.20.0' });
    expect(preview.response.headers.get('location')).toBe('https://example.com/over');
    await tenant.owner.rpc('set_link_active', { p_link_id: over.id, p_active: false });
    expect((await open(over)).response.headers.get('location')).toBe('/paused');
  });

  test('is the same for a slug in the query', async () => {
    const link = await createLink(tenant, { p_title: 'A' });
    const response = await service.request(`/v1/deep-link?slug=${link.slug}`, {
      headers: { 'user-agent': MAC },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  test('repeats the click of a double tap', async () => {
    const link = await createLink(tenant, { p_title: 'A' });
    const from = { 'x-forwarded-for': freshAddress() };
    const [first, second] = [await open(link, from), await open(link, from)];
    expect(buttonsOf(first.html)).toEqual(buttonsOf(second.html));
    const excluded = (await clicksOf(link)).map((click) => click.excluded_because ?? 'counted');
    expect(excluded.sort()).toEqual(['counted', 'repeat']);
  });
});
