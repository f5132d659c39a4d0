import { describe, expect, test } from 'vitest';
import { createLink } from '../../testing/create-link.ts';
import { buttonsOf, metaOf } from './testing/read-page.ts';
import { IN_ANDROID, IN_IPHONE, MAC, useLandingPages } from './testing/use-landing-pages.ts';

const { tenant, open, setApp } = useLandingPages();

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

  test('a note on the code stands directly below what copies it', async () => {
    await setApp({ p_app_store_id: '525463029', p_ios_clipboard: true });
    const link = await createLink(tenant, { p_title: 'A' });
    const { html } = await open(link, { 'user-agent': IN_IPHONE });
    const order = /data-copy="[^"]*">Get the app<\/a><p class="note">[^<]*<\/p><a href="[^"]*">Continue/;
    expect(html).toMatch(order);
  });
});
