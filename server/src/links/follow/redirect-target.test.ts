import { describe, expect, test } from 'vitest';
import { type LinkTargets, redirectTarget } from './redirect-target.ts';
import { describeVisitor } from './visitor/visitor.ts';

const CLICK = '0b7e3a58-6a67-4c0a-9a40-1f2f5d1f7a11';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const IN_APP = `${ANDROID} [FBAN/FB4A;FBAV/400.0]`;
const WEB_VIEW =
  'Mozilla/5.0 (Linux; Android 13; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/119 Mobile';
const KAIOS = 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5';
const OPERA_J2ME = 'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1; U; en) Presto/2.8.119 Version/11.10';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15';

const STORE = 'https://play.google.com/store/apps/details?id=com.example.a';
const APP_LINK = 'https://app.example.com/open';
const INTENT =
  'intent://open/x#Intent;scheme=myapp;package=com.example.a;S.browser_fallback_url=https%3A%2F%2Fexample.com%2Fget;end';
const FALLBACK = 'https://example.com/landing?a=1#top';
const FALLBACK_WITH_CLICK = `https://example.com/landing?a=1&service_click_id=${CLICK}&service_path=%2Fpromo%2F1#top`;

const link = (targets: Partial<LinkTargets> = {}): LinkTargets => ({
  fallbackUrl: FALLBACK,
  androidUrl: STORE,
  ussdFallback: '*123*4#',
  deepLinkPath: '/promo/1',
  ...targets,
});

const referrer = (inner: string) => `referrer=${encodeURIComponent(inner).replaceAll('%20', '+')}`;

describe('a visitor is sent to', () => {
  test.each<[string, string, Partial<LinkTargets>, string]>([
    [
      'the store, which carries the click in its referrer',
      ANDROID,
      {},
      `${STORE}&${referrer(`service_click_id=${CLICK}`)}`,
    ],
    [
      'the store, with the click added to the existing referrer',
      ANDROID,
      { androidUrl: `${STORE}&referrer=utm_source%3Dnews%26utm_medium%3Dmail` },
      `${STORE}&${referrer(`utm_source=news&utm_medium=mail&service_click_id=${CLICK}`)}`,
    ],
    [
      'the store app',
      ANDROID,
      { androidUrl: 'market://details?id=a.b' },
      `market://details?id=a.b&${referrer(`service_click_id=${CLICK}`)}`,
    ],
    [
      'the web page of the store from inside another app',
      IN_APP,
      { androidUrl: 'market://details?id=a.b' },
      `https://play.google.com/store/apps/details?id=a.b&${referrer(`service_click_id=${CLICK}`)}`,
    ],
    [
      'an app link',
      ANDROID,
      { androidUrl: APP_LINK },
      `${APP_LINK}?service_click_id=${CLICK}&service_path=%2Fpromo%2F1`,
    ],
    [
      'an app link without a path',
      ANDROID,
      { androidUrl: APP_LINK, deepLinkPath: null },
      `${APP_LINK}?service_click_id=${CLICK}`,
    ],
    ['the fallback where app links do not open', IN_APP, { androidUrl: APP_LINK }, FALLBACK_WITH_CLICK],
    ['the fallback where intents do not open', WEB_VIEW, { androidUrl: INTENT }, FALLBACK_WITH_CLICK],
    [
      'an intent, whose data and fallback both carry the click',
      ANDROID,
      { androidUrl: INTENT },
      `intent://open/x?service_click_id=${CLICK}&service_path=%2Fpromo%2F1#Intent;scheme=myapp;package=com.example.a;S.browser_fallback_url=${encodeURIComponent(`https://example.com/get?service_click_id=${CLICK}&service_path=%2Fpromo%2F1`)};end`,
    ],
    ['the fallback without an Android target', ANDROID, { androidUrl: null }, FALLBACK_WITH_CLICK],
    ['the dialler of an Android phone', ANDROID, { androidUrl: 'tel:*123#' }, 'tel:*123%23'],
    ['the dialler of a feature phone', KAIOS, {}, 'tel:*123*4%23'],
    ['the dialler of an older one', OPERA_J2ME, { ussdFallback: 'tel:*99#' }, 'tel:*99%23'],
    ['the fallback on a feature phone without a code', KAIOS, { ussdFallback: null }, FALLBACK_WITH_CLICK],
    ['the fallback on a desktop', DESKTOP, {}, FALLBACK_WITH_CLICK],
    ['the fallback on another phone', IPHONE, {}, FALLBACK_WITH_CLICK],
  ])('%s', (_where, userAgent, targets, expected) => {
    expect(redirectTarget(link(targets), describeVisitor(userAgent), CLICK)).toBe(expected);
  });
});

test('replaces a click that the stored target already carries', () => {
  const target = link({ androidUrl: `${APP_LINK}?service_click_id=old&x=1` });
  expect(redirectTarget(target, describeVisitor(ANDROID), CLICK)).toBe(
    `${APP_LINK}?x=1&service_click_id=${CLICK}&service_path=%2Fpromo%2F1`,
  );
});

test('leaves the targets unchanged for a visit that is not a click', () => {
  expect(redirectTarget(link(), describeVisitor(ANDROID), null)).toBe(STORE);
  expect(redirectTarget(link(), describeVisitor(DESKTOP), null)).toBe(FALLBACK);
});

describe('a phone is recognised by what it is, not by what it claims to be', () => {
  test.each([
    [
      'KaiOS',
      'Mozilla/5.0 (Mobile; LYF/F90M/LYF_F90M-000-02-09-190419;Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
      'tel:*123*4%23',
    ],
    [
      'Windows Phone 10',
      'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 Chrome/52.0 Mobile Safari/537.36 Edge/15.15063',
      FALLBACK,
    ],
    [
      'Windows Phone 8.1',
      'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 Mobile Safari/537',
      FALLBACK,
    ],
  ])('%s', (_which, userAgent, target) => {
    const visitor = describeVisitor(userAgent);
    expect(redirectTarget(link(), visitor, null)).toBe(target);
    expect(visitor.machine).toBeNull();
  });
});

describe('a visitor is distinguished from a machine', () => {
  test.each([
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview'],
    ['Twitterbot/1.0', 'preview'],
    ['TelegramBot (like TwitterBot)', 'preview'],
    ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 'preview'],
    ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'preview'],
    ['curl/8.5.0', null],
    ['python-requests/2.31.0', null],
    ['okhttp/4.12.0', null],
    ['StatusCake', 'bot'],
    ['GoogleOther', 'bot'],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'bot'],
    [
      'SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/6.2.3.3.c.1.101 (GUI) MMP/2.0 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)',
      'bot',
    ],
    ['Dorado WAP-Browser/1.0.0', null],
    ['Nokia200/2.0 (11.64) Profile/MIDP-2.1 Configuration/CLDC-1.1', null],
    ['MAUI WAP Browser', null],
    [OPERA_J2ME, null],
    [KAIOS, null],
    ['WhatsApp/2.23.20.0 A', 'preview'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'preview'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0.0.0 Safari/537.36', 'bot'],
    [ANDROID, null],
    ['Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/119 Mobile Safari/537.36', null],
    [DESKTOP, null],
    [IN_APP, null],
  ])('%s', (userAgent, machine) => {
    expect(describeVisitor(userAgent).machine).toBe(machine);
  });
});

test('takes nothing from a user agent that is the same for every phone', () => {
  const reduced = describeVisitor(
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  );
  expect(reduced).toMatchObject({ platform: 'android', deviceModel: null, osVersion: null });
  expect(describeVisitor(ANDROID)).toMatchObject({
    deviceModel: 'SM-A155F',
    osName: 'Android',
    osVersion: '14',
  });
});
