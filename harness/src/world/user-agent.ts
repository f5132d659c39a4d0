import type { Random } from '@tributary/server/testing/random';
import type { ClickAction } from './action.ts';
import type { Device, Person } from './person.ts';
import type { LinkKind } from './plan-world.ts';

const PREVIEW_FETCHERS = [
  'WhatsApp/2.24.6.77 A',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'TelegramBot (like TwitterBot)',
  'Twitterbot/1.0',
];

const OTHER_PLATFORMS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
];

/** The user agent of a phone's browser when it follows a link of that kind. */
export function browserOf(random: Random, { device, world }: Person, link: LinkKind): string {
  const { browsers } = world;
  const inApp = link === 'social' ? browsers.inAppShareOnSocial : browsers.inAppShareElsewhere;
  const major = random.integer(128, 143);
  if (random.chance(inApp)) return inAppBrowser(random, device, major);
  if (random.chance(browsers.firefoxShare)) {
    return `Mozilla/5.0 (Android ${device.osVersion}; Mobile; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0`;
  }
  const samsung = device.model.startsWith('SM-') && random.chance(0.35);
  return samsung
    ? `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`
    : `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
}

/** What hides the phone in the user agents of Chrome and its kin. */
const HIDDEN = '(Linux; Android 10; K)';

/** What a browser with that user agent says of its phone if it is asked: Chrome and its kin hide it, and most then tell it. */
export function hintsOf(random: Random, { device, world }: Person, userAgent: string): ClickAction['hints'] {
  const tells = random.chance(world.browsers.tellsHints);
  return tells && userAgent.includes(HIDDEN)
    ? { deviceModel: device.model, osVersion: device.osVersion }
    : null;
}

/** The user agent of an app's own HTTP client, as an SDK reports it with its events. */
export function appUserAgent({ osVersion, model }: Device): string {
  return `Dalvik/2.1.0 (Linux; U; Android ${osVersion}; ${model} Build/${buildOf(osVersion)})`;
}

/** The user agent of a bot that fetches previews of links. */
export const previewFetcher = (random: Random): string => random.pick(PREVIEW_FETCHERS);

/** The user agent of a visitor without Android. */
export const otherPlatform = (random: Random): string => random.pick(OTHER_PLATFORMS);

function inAppBrowser(random: Random, { osVersion, model }: Device, major: number): string {
  const host = random.pick([
    '[FB_IAB/FB4A;FBAV/512.0.0.52.98;IABMV/1;]',
    'Instagram 372.0.0.48.60 Android',
    'musical_ly_2024 TikTok 38.1.4',
  ]);
  const view = `Mozilla/5.0 (Linux; Android ${osVersion}; ${model} Build/${buildOf(osVersion)}; wv)`;
  return `${view} AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${major}.0.7204.63 Mobile Safari/537.36 ${host}`;
}

function buildOf(osVersion: string): string {
  const letters: Record<string, string> = {
    16: 'BP2A',
    15: 'AP3A',
    14: 'UP1A',
    13: 'TP1A',
    12: 'SP1A',
    11: 'RP1A',
  };
  return `${letters[osVersion] ?? 'QP1A'}.240905.015`;
}
