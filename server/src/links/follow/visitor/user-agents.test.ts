import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import crawlers from 'crawler-user-agents';
import { describe, expect, test } from 'vitest';
import { describeVisitor } from './visitor.ts';

/** A crawler as the list has it: `instances` are its user agents. */
interface Crawler {
  readonly pattern: string;
  readonly instances: readonly string[];
  readonly tags?: readonly string[];
}

/** A browser as the other list has it, with its share of all visits. */
interface Browser {
  readonly userAgent: string;
  readonly platform: string;
  readonly weight: number;
}

const KNOWN: readonly Crawler[] = crawlers;
const PEOPLE = JSON.parse(
  readFileSync(
    join(dirname(createRequire(import.meta.url).resolve('user-agents')), 'user-agents.json'),
    'utf8',
  ),
) as readonly Browser[];

/** Ad networks report clicks from their servers with them. */
const isOfLibrary = ({ tags }: Crawler) => tags?.includes('http-library') === true;

const instancesOf = (some: readonly Crawler[]) => [...new Set(some.flatMap(({ instances }) => instances))];
const counted = (userAgents: readonly string[]) =>
  userAgents.filter((userAgent) => describeVisitor(userAgent).machine === null);

/** What the browser runs on, by what it says beside its user agent; null where the two contradict each other. */
function platformOf({ platform, userAgent }: Browser): string | null {
  if (/^(?:iPhone|iPad|iPod)/.test(platform)) return 'ios';
  if (/^Linux (?:arm|aarch64)/.test(platform) && userAgent.includes('Android')) return 'android';
  if (/^(?:Win32|MacIntel)$/.test(platform)) return /Windows|Macintosh/.test(userAgent) ? 'desktop' : null;
  return platform === 'Linux x86_64' && /X11|CrOS/.test(userAgent) ? 'desktop' : null;
}

describe('of all that is known', () => {
  test('at most 1 % of crawlers count', () => {
    const all = instancesOf(KNOWN.filter((crawler) => !isOfLibrary(crawler)));
    expect(all.length).toBeGreaterThan(1900);
    expect(counted(all).length, counted(all).join('\n')).toBeLessThanOrEqual(all.length * 0.01);
  });

  test.each(['social-preview', 'monitoring'])('at most 2 % of %s', (tag) => {
    const all = instancesOf(KNOWN.filter(({ tags }) => tags?.includes(tag)));
    expect(all.length).toBeGreaterThan(90);
    expect(counted(all).length, counted(all).join('\n')).toBeLessThanOrEqual(all.length * 0.02);
  });

  test('at most 0.1 % of people’s browsers are lost or led astray, by use', () => {
    const all = PEOPLE.reduce((sum, { weight }) => sum + weight, 0);
    const wrong = PEOPLE.filter((browser) => {
      const { machine, platform } = describeVisitor(browser.userAgent);
      return machine !== null || platform !== (platformOf(browser) ?? platform);
    });
    expect(PEOPLE.filter((browser) => platformOf(browser) !== null).length).toBeGreaterThan(8000);
    const share = wrong.reduce((sum, { weight }) => sum + weight, 0) / all;
    expect(share, wrong.map(({ userAgent }) => userAgent).join('\n')).toBeLessThanOrEqual(0.001);
  });
});

const PHONE = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const WEB_VIEW = `Mozilla/5.0 (Linux; Android 13; SM-A125F Build/TP1A.220624.014; wv) ${PHONE}`;

describe('a person who is easily taken for something else', () => {
  test.each([
    [
      'UC Browser',
      'android',
      'UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.2; en-US; SM-G313HZ) U2/1.0.0 UCBrowser/10.9.8.770 U2/1.0.0 Mobile',
    ],
    [
      'UC Browser for Linux',
      'android',
      'UCWEB/2.0 (Linux; U; Opera Mini/7.1.32052/30.3697; en-US; GT-S6812) U2/1.0.0 UCBrowser/9.0.0.366 Mobile',
    ],
    [
      'UC Mini behind its proxy',
      'android',
      'UCWEB/2.0 (Java; U; MIDP-2.0; Nokia203/20.37) U2/1.0.0 UCMini/11.1.2.1113 (SpeedMode; Proxy; Android 5.0.2; SM-G850F ) U2/1.0.0 Mobile',
    ],
    [
      'UC Browser on an iPhone',
      'ios',
      'UCWEB/2.0 (iOS; U; iPh OS 6_1; zh-CN; iPh5,2) U2/1.0.0 UCBrowser/9.5.1.408 U2/1.0.0 Mobile',
    ],
    [
      'UC Browser on a phone with Java',
      'feature_phone',
      'UCWEB/2.0 (Java; U; MIDP-2.0; Nokia203/20.37) U2/1.0.0 UCBrowser/9.5.0.449 U2/1.0.0 Mobile',
    ],
    ['OpenHarmony', 'other', `Mozilla/5.0 (Phone; OpenHarmony 6.0; Android 10) ${PHONE} ArkWeb/6.0`],
    [
      'OpenHarmony, the other way round',
      'other',
      `Mozilla/5.0 (phone; Android 12; OpenHarmony 6.0) ${PHONE} ArkWeb/4.1`,
    ],
    [
      'a computer with OpenHarmony',
      'desktop',
      'Mozilla/5.0 (PC; OpenHarmony 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 ArkWeb/6.1',
    ],
    [
      'HarmonyOS that runs apps of Android',
      'android',
      `Mozilla/5.0 (Linux; Android 10; HarmonyOS; NOH-AN01; HMSCore 6.1.0.314) ${PHONE}`,
    ],
    ['Ubuntu Touch', 'other', `Mozilla/5.0 (Linux; Ubuntu 16.04 like Android 9) ${PHONE}`],
    ['Plasma Mobile', 'other', `Mozilla/5.0 (Linux; Plasma Mobile, like Android 9.0) ${PHONE}`],
    [
      'a television',
      'other',
      'Mozilla/5.0 (FreeBSD; U; Viera; like Android 4.0.2; xx; ja-jp) AppleWebKit/534.30 Viera/2.0.0',
    ],
    [
      'a Librem',
      'desktop',
      'Mozilla/5.0 (Librem 5, like iPhone; X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
    ],
    [
      'osmeta',
      'other',
      'Mozilla/5.0 (osmeta like iPhone; U; osmeta 8.3.31975207; RM-1116_15357) AppleWebKit/602.1.1 (KHTML, like Gecko) Mobile',
    ],
    ['Cloud Phone', 'feature_phone', `Mozilla/5.0 (Cloud Phone; Generic) ${PHONE} Puffin/12.1.1.51391FP`],
    [
      'Cloud Phone of a Nokia',
      'feature_phone',
      `Mozilla/5.0 (Cloud Phone 2.4; Nokia 225 4G; UNISOC) ${PHONE} Puffin/132.0.8.80800FP`,
    ],
    ['an old phone', 'feature_phone', 'Karbonn K222s WAP-Browser/1.0.0'],
    [
      'an old phone that speaks HTTPS',
      'feature_phone',
      'FLY_E141TV_PLUS/ WAP Browser/MAUI(HTTP PGDL;HTTPS)Profile/Q03C1-2.40 ru-RU',
    ],
    [
      'Sogou',
      'android',
      `Mozilla/5.0 (Linux; U; Android 10; zh-cn; MI 9) ${PHONE} SogouMSE,SogouMobileBrowser/5.22.8`,
    ],
    ['Sogou’s search', 'ios', `${IPHONE} SogouSearch Ios/5.9.8`],
    ['a phone called Discovery', 'android', `Mozilla/5.0 (Linux; Android 4.4.2; GM Discovery II) ${PHONE}`],
  ])('%s', (_who, platform, userAgent) => {
    expect(describeVisitor(userAgent)).toMatchObject({ machine: null, platform });
  });

  test.each([
    ['Viber', `${WEB_VIEW} Viber/21.6.0.3`],
    ['Viber on an iPhone', `${IPHONE} Viber/21.6.0.3`],
    [
      'Viber without a mark of a web view',
      `Mozilla/5.0 (Linux; Android 13; SM-A125F) ${PHONE} Viber/21.6.0.3`,
    ],
    [
      'WeChat',
      `${WEB_VIEW} MMWEBID/2247 MicroMessenger/8.0.47.2560(0x28002F36) Process/tools WeChat/arm64 Weixin NetType/WIFI Language/en ABI/arm64`,
    ],
    ['WeChat on an iPhone', `${IPHONE} MicroMessenger/8.0.44(0x18002c2f) NetType/WIFI Language/en`],
    ['KakaoTalk', `Mozilla/5.0 (Linux; Android 14; SM-S918N) ${PHONE} KAKAOTALK/10.4.9 (INAPP)`],
  ])('the browser inside %s', (_app, userAgent) => {
    expect(describeVisitor(userAgent)).toMatchObject({ machine: null, inApp: true });
  });

  test('is of no system that it only claims', () => {
    const told = (userAgent: string) => describeVisitor(userAgent).osName;
    expect(told(`Mozilla/5.0 (Phone; OpenHarmony 6.0; Android 10) ${PHONE}`)).not.toBe('Android');
    expect(told(`Mozilla/5.0 (Linux; Ubuntu 16.04 like Android 9) ${PHONE}`)).not.toBe('Android');
  });
});

describe('a machine', () => {
  test.each([
    'meta-externalfetcher/1.1',
    'meta-externalads/1.1',
    'Uptime-Kuma/1.23.16',
    'kube-probe/1.15',
    'Prometheus/2.40.5',
    'FastmailUA/1.0',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    '',
    '  ',
  ])('does not count: %s', (userAgent) => {
    expect(describeVisitor(userAgent).machine).not.toBeNull();
  });

  test.each([
    ['Matrix', 'Synapse (bot; +https://github.com/matrix-org/synapse)'],
    ['Matrix, earlier', 'Synapse/1.98.0'],
    ['Mattermost', 'Mattermost-Bot/1.1'],
    ['Zulip', 'Mozilla/5.0 (compatible; ZulipURLPreview/1.0; +https://zulip.example.com)'],
    ['Viber', 'Viber'],
    ['KakaoTalk', 'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984'],
    ['Meta', 'meta-externalhit/1.1'],
    [
      'Teams',
      'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    ],
  ])('shows what is behind a link in %s', (_where, userAgent) => {
    expect(describeVisitor(userAgent).machine).toBe('preview');
  });

  test('is unknown where nobody said who asks', () => {
    expect(describeVisitor(undefined).machine).toBe('bot');
  });
});
