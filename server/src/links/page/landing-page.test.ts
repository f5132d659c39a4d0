import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createLink, type TestLink } from '../../testing/create-link.ts';
import { perSuite, perTest } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { escapeHtml } from './escape-html.ts';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15';
const IN_ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36';
const IN_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350';

const service = useService({ env: { PUBLIC_URL: 'https://go.example.com' } });
const tenant = perTest(() => createTenant(service));

async function open(link: TestLink, headers: Record<string, string> = {}) {
  const response = await service.request(`/l/${link.slug}?ref=x"><script>`, {
    headers: { 'user-agent': MAC, 'x-forwarded-for': freshAddress(), ...headers },
  });
  return { response, html: await response.text() };
}

const unescaped = (text: string) =>
  text.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => {
    const found = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }[entity];
    return found ?? entity;
  });

/** The buttons of a page: where each leads, by what it says. */
const buttonsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<a[^>]* href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href = '', label = '']) => [
      label,
      unescaped(href),
    ]),
  );

const metaOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)].map(([, name, text = '']) => [
      name,
      unescaped(text),
    ]),
  );

async function setApp(args: object): Promise<void> {
  const response = await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, ...args });
  expect(response.status).toBe(200);
}

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

describe('the buttons lead', () => {
  const APP_STORE = 'https://apps.apple.com/app/id525463029';
  const CLICK = /service_click_id(?:=|%3D)[0-9a-f-]{36}/g;
  const buttons = async (args: object, agent: string) => {
    const link = await createLink(tenant, { p_title: 'A', p_deep_link_path: '/a', ...args });
    const { html } = await open(link, { 'user-agent': agent });
    const found = Object.entries(buttonsOf(html)).map(([label, href]) => [
      label,
      href.replaceAll(CLICK, 'CLICK').replaceAll(link.slug, 'SLUG'),
    ]);
    return Object.fromEntries(found);
  };
  const WEB = { 'Continue in the browser': 'https://example.com/landing?CLICK&service_path=%2Fa' };
  const PLAY = 'https://play.google.com/store/apps/details?id=com.example.a&referrer=CLICK';

  test('a desktop to the stores and on', async () => {
    await setApp({ p_app_store_id: '525463029', p_app_store_provider_token: '118472' });
    expect(await buttons({}, MAC)).toEqual({
      'Get the app (iPhone)': `${APP_STORE}?ct=SLUG&mt=8&pt=118472`,
      'Get the app (Android)': PLAY,
      ...WEB,
    });
    expect(await buttons({ p_android_url: null }, MAC)).toEqual({
      'Get the app': `${APP_STORE}?ct=SLUG&mt=8&pt=118472`,
      ...WEB,
    });
  });

  test('an app’s browser on Android to the store, and into the app by what opens it', async () => {
    expect(await buttons({}, IN_ANDROID)).toEqual({ 'Get the app': PLAY, ...WEB });
    expect(await buttons({ p_android_url: 'https://app.example.com/x' }, IN_ANDROID)).toEqual({
      'Open the app': 'https://app.example.com/x?CLICK&service_path=%2Fa',
    });
    await setApp({
      p_settings: { certificate_fingerprints: [Array.from({ length: 32 }, () => 'AB').join(':')] },
    });
    const { 'Open the app': intent, ...others } = await buttons({}, IN_ANDROID);
    expect(others).toEqual({ 'Get the app': PLAY });
    expect(intent).toMatch(
      /^intent:\/\/go\.example\.com\/l\/SLUG\?CLICK&service_path=%2Fa#Intent;scheme=https;package=[\w.]+;S\.browser_fallback_url=https%3A%2F%2Fexample\.com%2Flanding%3FCLICK%26service_path%3D%252Fa;end$/,
    );
  });

  test('an app’s browser on an iPhone to the store, and to a page that opens it', async () => {
    await setApp({ p_app_store_id: '525463029' });
    expect(await buttons({}, IN_IPHONE)).toEqual({ 'Get the app': `${APP_STORE}?ct=SLUG&mt=8`, ...WEB });
    expect(await buttons({ p_ios_url: 'https://app.example.com/x' }, IN_IPHONE)).toEqual({
      'Open the app': 'https://app.example.com/x?CLICK&service_path=%2Fa',
      'Get the app': `${APP_STORE}?ct=SLUG&mt=8`,
    });
  });

  test('Safari’s banner into the app, with the click', async () => {
    await setApp({ p_app_store_id: '525463029' });
    const link = await createLink(tenant, { p_deep_link_path: '/a,b' });
    const { html } = await open(link, { 'user-agent': IN_IPHONE });
    const banner = metaOf(html)['apple-itunes-app']?.replaceAll(CLICK, 'CLICK');
    expect(banner).toBe(`app-id=525463029, app-argument=${link.url}?CLICK&service_path=%2Fa%2Cb`);
  });
});

describe('the page speaks', () => {
  const asked = perSuite(() => createTenant(service));
  const spoken = perSuite(() => createLink(asked, { p_title: 'A' }));

  test.each([
    [undefined, 'en', 'Continue in the browser'],
    ['*', 'en', 'Continue in the browser'],
    ['nl', 'en', 'Continue in the browser'],
    ['fr-CA,en;q=0.8', 'fr', 'Continuer dans le navigateur'],
    ['nl,DE;q=0.9,en;q=0.8', 'de', 'Im Browser fortfahren'],
    ['en;q=0.1, es', 'es', 'Continuar en el navegador'],
    ['pt-BR', 'pt', 'Continuar no navegador'],
    ['sw', 'sw', 'Endelea kwenye kivinjari'],
    ['fr;q=0, sw;q=0.1', 'sw', 'Endelea kwenye kivinjari'],
    [`${'x,'.repeat(5000)}fr`, 'en', 'Continue in the browser'],
  ])('to %j: %s', async (accepted, language, label) => {
    const { html } = await open(spoken, accepted === undefined ? {} : { 'accept-language': accepted });
    expect(html).toContain(`<html lang="${language}" dir="ltr">`);
    expect(Object.keys(buttonsOf(html))).toContain(label);
  });

  test('Arabic from right to left', async () => {
    const { html } = await open(spoken, { 'accept-language': 'ar-EG' });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(Object.keys(buttonsOf(html))).toContain('المتابعة في المتصفح');
  });
});

describe('an account', () => {
  const asked = perTest(() => createTenant(service));
  const set = (p_texts: unknown) => asked.owner.rpc('set_link_page_texts', { p_texts });

  test('says it in its own words, in the languages and places that it names, at once', async () => {
    const link = await createLink(asked, { p_title: 'A' });
    const labels = async (language: string) =>
      Object.keys(buttonsOf((await open(link, { 'accept-language': language })).html));
    expect(await labels('en')).toEqual(['Get the app', 'Continue in the browser']);
    const texts = { en: { get: 'Get <Shop>' }, fr: { web: 'Aller au site', scan: 'Ici !' } };
    const answer = await set({ ...texts, de: {} });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { texts, defaults: { sw: { get: 'Pata programu' } } },
    ]);
    expect(await labels('en')).toEqual([escapeHtml('Get <Shop>'), 'Continue in the browser']);
    expect(await labels('fr')).toEqual(['Obtenir l’application', 'Aller au site']);
    expect((await open(link, { 'accept-language': 'fr' })).html).toContain('<p>Ici !</p>');
    expect(await labels('de')).toEqual(['App laden', 'Im Browser fortfahren']);
    expect(await (await asked.owner.rpc('get_link_page_texts', {})).json()).toMatchObject({ texts });
    expect(await (await set({})).json()).toMatchObject({ texts: {} });
    expect(await labels('en')).toEqual(['Get the app', 'Continue in the browser']);
  });

  test.each([
    [{ nl: { get: 'Haal' } }, 'p_texts.nl'],
    [{ en: { got: 'Get' } }, 'p_texts.en.got'],
    [{ en: { get: '' } }, 'p_texts.en.get: must not be empty'],
    [{ en: { get: 'x'.repeat(101) } }, 'p_texts.en.get: must be 100 characters or fewer'],
    [{ en: { get: 1 } }, 'p_texts.en.get'],
    [[], 'p_texts'],
  ])('cannot say %j', async (texts, problem) => {
    const response = await set(texts);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(problem)]);
  });
});
