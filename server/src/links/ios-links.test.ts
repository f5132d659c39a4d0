import { describe, expect, test } from 'vitest';
import { createLink, STORE_URL, type TestLink } from '../testing/create-link.ts';
import { perTest } from '../testing/per-suite.ts';
import { createTenant, freshAddress } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1';
const IPAD = IPHONE.replace('iPhone;', 'iPad;').replace('iPhone OS', 'OS');
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const WINDOWS_PHONE =
  'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; rv:11.0; IEMobile/11.0) like iPhone OS 7_0_3 Mac OS X';

const service = useService();
const tenant = perTest(() => createTenant(service));

const STORE_PAGE = 'https://apps.apple.com/app/id525463029';

async function setApp(args: object): Promise<Response> {
  return tenant.owner.rpc('update_app', { p_app_id: tenant.appId, ...args });
}

async function visit(link: TestLink, agent: string, method = 'GET'): Promise<string> {
  const response = await service.request(`/l/${link.slug}`, {
    method,
    headers: { 'user-agent': agent, 'x-forwarded-for': freshAddress() },
  });
  return response.headers.get('location') ?? '';
}

describe('an iPhone is sent', () => {
  test('to the app’s App Store page with the campaign, as is an iPad, and no one else', async () => {
    expect((await setApp({ p_app_store_id: '525463029' })).status).toBe(200);
    const link = await createLink(tenant);
    const page = `${STORE_PAGE}?ct=${link.slug}&mt=8`;
    expect(await visit(link, IPHONE)).toBe(page);
    expect(await visit(link, IPAD)).toBe(page);
    expect(await visit(link, IPHONE, 'HEAD')).toBe(page);
    expect(await visit(link, ANDROID)).toContain(STORE_URL);
    expect(await visit(link, WINDOWS_PHONE)).toContain('https://example.com/landing?');
  });

  test('with the provider token where the app has one, and at most 30 characters of the slug', async () => {
    await setApp({ p_app_store_id: '525463029', p_app_store_provider_token: '118472' });
    const link = await createLink(tenant, { p_slug: `${'x'.repeat(40)}-${process.pid}` });
    expect(await visit(link, IPHONE)).toBe(`${STORE_PAGE}?ct=${'x'.repeat(30)}&mt=8&pt=118472`);
  });

  test('to the link’s own page, which gets the click unless it is the App Store’s', async () => {
    await setApp({ p_app_store_id: '525463029' });
    const own = await createLink(tenant, { p_ios_url: 'https://example.com/ios', p_deep_link_path: '/a' });
    expect(await visit(own, IPHONE)).toMatch(
      /^https:\/\/example\.com\/ios\?service_click_id=[0-9a-f-]{36}&service_path=%2Fa$/,
    );
    const store = await createLink(tenant, { p_ios_url: 'https://apps.apple.com/app/id99999?ct=mine' });
    expect(await visit(store, IPHONE)).toBe('https://apps.apple.com/app/id99999?ct=mine&mt=8');
  });

  test('by a rule before that', async () => {
    await setApp({ p_app_store_id: '525463029' });
    const link = await createLink(tenant, {
      p_rules: [{ when: { platform: 'ios', language: 'de' }, url: 'https://example.com/de' }],
    });
    const response = await service.request(`/l/${link.slug}`, {
      headers: { 'user-agent': IPHONE, 'accept-language': 'de', 'x-forwarded-for': freshAddress() },
    });
    expect(response.headers.get('location')).toContain('https://example.com/de?');
    expect(await visit(link, IPHONE)).toContain(STORE_PAGE);
  });

  test('to the fallback where neither the link nor the app says anything, again once that is removed', async () => {
    const link = await createLink(tenant);
    expect(await visit(link, IPHONE)).toContain('https://example.com/landing?service_click_id=');
    await setApp({ p_app_store_id: '525463029' });
    await expect.poll(() => visit(link, IPHONE)).toContain(STORE_PAGE);
    await setApp({ p_app_store_id: '' });
    await expect.poll(() => visit(link, IPHONE)).toContain('https://example.com/landing?');
  });
});

describe('an app on iOS', () => {
  const IOS = {
    p_ios_bundle_id: 'com.Example.shop-ios',
    p_ios_team_id: 'TEAM123456',
    p_app_store_id: '525463029',
    p_app_store_provider_token: '118472',
    p_ios_clipboard: true,
  };
  const shown = Object.fromEntries(Object.entries(IOS).map(([name, value]) => [name.slice(2), value]));

  test('keeps what it is given when it is made or changed, and loses what is empty', async () => {
    const made = await tenant.owner.rpc('create_app', { p_name: 'A', p_bundle_id: 'com.example.a', ...IOS });
    const id = (await made.json()) as string;
    const listed = await tenant.owner.rpc('list_apps', { p_app_id: id });
    expect(await listed.json()).toMatchObject({ items: [shown] });
    expect(await (await setApp(IOS)).json()).toMatchObject(shown);
    expect(await (await setApp({ p_name: 'B' })).json()).toMatchObject(shown);
    const emptied = await setApp({
      p_ios_bundle_id: '',
      p_ios_team_id: '',
      p_app_store_id: '',
      p_app_store_provider_token: '',
      p_ios_clipboard: false,
    });
    expect(await emptied.json()).toMatchObject({
      ios_bundle_id: null,
      ios_team_id: null,
      app_store_id: null,
      app_store_provider_token: null,
      ios_clipboard: false,
    });
  });

  test.each([
    ['p_ios_bundle_id', 'shop'],
    ['p_ios_bundle_id', 'com.example/*'],
    ['p_ios_bundle_id', `com.${'x'.repeat(155)}`],
    ['p_ios_team_id', 'team123456'],
    ['p_ios_team_id', 'TEAM12345'],
    ['p_app_store_id', 'id525463029'],
    ['p_app_store_id', '5254'],
    ['p_app_store_id', 525463029],
    ['p_app_store_provider_token', '11&ct=x'],
    ['p_ios_clipboard', 'yes'],
  ])('cannot have %s %j', async (name, value) => {
    const response = await setApp({ [name]: value });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: expect.stringMatching(`^${name}: must`) },
    ]);
  });

  test.each(['itms-apps://apps.apple.com/app/id1', 'javascript:1', 'http://127.0.0.1:8787/l/x'])(
    'may not have a link that leads to %s',
    async (p_ios_url) => {
      const args = {
        p_app_id: tenant.appId,
        p_slug: 'never-made-ios',
        p_fallback_url: 'https://example.com/',
      };
      const response = await tenant.owner.rpc('create_deep_link', { ...args, p_ios_url });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('p_ios_url')]);
    },
  );
});
