import { createIsbotFromList, isbotPatterns, list } from 'isbot';
import { UAParser } from 'my-ua-parser';
import { cutCopy } from '../../../platform/values/memory/flat-copy.ts';
import type { Platform } from '../../rules/rule.ts';
import type { ClientHints } from './client-hints.ts';
import { isKnownFetcher } from './known-fetchers.ts';

/** What a browser says about itself, as far as links and attribution are concerned. */
export interface Visitor {
  /** An iPad calls itself a Mac, which is a desktop. */
  readonly platform: Platform;
  /** A browser inside another app, which cannot open app links. */
  readonly inApp: boolean;
  /** Fetches a link to show what is behind it: `preview` for a person's message, `bot` for anything else. */
  readonly machine: 'preview' | 'bot' | null;
  readonly deviceModel: string | null;
  readonly osName: string | null;
  readonly osVersion: string | null;
}

/** Apps whose own browsers and desktop programs have the same name are told from them by more than the name. */
const PREVIEW =
  /facebookexternalhit|meta-external(?:hit|fetcher)|facebookcatalog|whatsapp\/|twitterbot|slackbot|slack-imgproxy|telegrambot|linkedinbot|discordbot|skypeuripreview|microsoftpreview|pinterestbot|redditbot|^viber(?!.*CFNetwork)|embedly|iframely|snap url preview|snapurlpreview|line-poker|kakaotalk-scrap|google-pagerenderer|vkshare|mastodon\/|bluesky\/|^synapse\b|matrix-media-repo|mattermost-bot|zulipurlpreview|linkpreview|link preview|linkunfurler|onebox|groupmebot|keybasebot|dingtalkbot-linkservice/i;
const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|Twitter|LinkedIn|\bLine\/|Snapchat|Pinterest|; wv\)|musical_ly|TikTok|\bViber\b|MicroMessenger|KAKAOTALK|NAVER\(inapp|\bZalo\b|DingTalk|__weibo__/;
/** Every browser of its own says that it is Safari; what an app embeds does not. */
const IOS_WEB_VIEW = /\((?:iPhone|iPad|iPod)[^)]*\) AppleWebKit(?!.*Safari\/)/;
const FEATURE_PHONE =
  /KAIOS|J2ME|MIDP|MAUI|Series ?40|SymbianOS|BREW|UP\.Browser|NetFront|Obigo|Nokia\w+\/|UCWEB|Dorado WAP|WAP[ _-]?Browser|SpreadTrum|BlackBerry\d{4}\/|Cloud Phone|Puffin\/[\d.]+FP\b/i;
const DESKTOP = /Windows NT|Macintosh|X11|CrOS/;
const MAX_LENGTH = 512;
const MAX_REMEMBERED = 5000;

const remembered = new Map<string, Visitor>();

/** Parses a User-Agent. A few distinct ones make up most visits, so the last few thousand are cached. */
export function describeVisitor(userAgent: string | undefined): Visitor {
  const text = cutCopy(userAgent ?? '', MAX_LENGTH);
  const known = remembered.get(text);
  if (known) return known;
  const visitor = readUserAgent(text);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(text, visitor);
  return visitor;
}

function readUserAgent(given: string): Visitor {
  const text = withoutClaims(given);
  const { os, device } = UAParser(text);
  // Chrome sends "Android 10; K" for every phone, which reveals neither its version nor its model.
  const reduced = /Android 10; K[;)]/.test(text);
  return {
    platform: platformOf(text),
    inApp: IN_APP.test(text) || IOS_WEB_VIEW.test(text),
    machine: PREVIEW.test(given) ? 'preview' : isCrawler(given) ? 'bot' : null,
    deviceModel: reduced ? null : (device.model ?? null),
    osName: os.name ?? null,
    osVersion: reduced ? null : (os.version ?? null),
  };
}

/** The same with what the browser says of its phone. Only Android's are of the phones that install apps. */
export function withHints(visitor: Visitor, hints: ClientHints | null): Visitor {
  if (hints === null || visitor.platform !== 'android') return visitor;
  return {
    ...visitor,
    deviceModel: hints.deviceModel ?? visitor.deviceModel,
    osVersion: hints.osVersion ?? visitor.osVersion,
  };
}

/** HTTP libraries and tools: ad networks report clicks from their servers with these user agents. */
const HTTP_LIBRARY =
  /^(?:curl|wget|node|node-fetch|undici|axios|got|okhttp|python-requests|python-urllib|python-httpx|aiohttp|httpx|go-http-client|apache-httpclient|java|ktor-client|dart|reqwest|guzzlehttp|php|libwww-perl|ruby|faraday|postmanruntime|insomnia)\b/i;

/** A name and a version and nothing else, as the server of an ad network may have, or an old phone. */
const BARE_NAME = /^(?!Mozilla\/)[\w.-]+\/v?\d[\w.]*$/i;
const OF_BARE_NAMES = new Set(['Name/1', 'Name/1.0'].flatMap((text) => isbotPatterns(text)));
/** Words of the library's that people's browsers and phones have in their names: those of crawlers say more. */
const OF_PEOPLE = new Set([
  'sogou',
  'discovery',
  'radar',
  'tools',
  'chromeframe',
  'virtuoso',
  'browsex',
  'offbyone',
]);
/** What the library does not know, or only with a word of those. */
const MORE_CRAWLERS = [
  '(?<!process/)tools',
  '(?:^|compatible; )sogou',
  'assetnote',
  'amzn-user',
  'gtmetrix',
  'miniature\\.io',
  '\\bylt\\b',
];
const crawlersBut = (names: ReadonlySet<string>) =>
  createIsbotFromList([
    ...list.filter((pattern) => !OF_PEOPLE.has(pattern) && !names.has(pattern)),
    ...MORE_CRAWLERS,
  ]);
const isAnyCrawler = crawlersBut(new Set());
const isNamedCrawler = crawlersBut(OF_BARE_NAMES);
const IS_ON_PHONE = /bot\b|crawl|spider|https?:\/\/|ips-agent/i;

/**
 * Whether a crawler fetches the link. `isbot` also flags HTTP libraries, which report people's clicks, whatever has a bare
 * name, and feature phones, whose user agents are as short as a program's: of those, only crawlers that it knows by name
 * or that declare themselves count. Who says nothing is a client without a name: no browser of a person is.
 */
function isCrawler(text: string): boolean {
  if (text.trim() === '') return true;
  if (HTTP_LIBRARY.test(text)) return false;
  if (FEATURE_PHONE.test(text)) return IS_ON_PHONE.test(text);
  return BARE_NAME.test(text) ? isNamedCrawler(text) || isKnownFetcher(text) : isAnyCrawler(text);
}

const CLAIMS = /OpenHarmony|like (?:Android|iP)|Adr \d/i;

/**
 * What a browser only claims, to get pages for phones: `like Android 9`, `like iPhone`, and the Android of a phone that runs none
 * of its apps. UC Browser shortens the name.
 */
function withoutClaims(text: string): string {
  if (!CLAIMS.test(text)) return text;
  const own = text.includes('OpenHarmony') ? text.replace(/; Android [\d.]+/, '') : text;
  return own.replace(/\blike (?:Android|iPhone|iPad|iPod)[^;)]*/gi, '').replace(/\bAdr (?=\d)/, 'Android ');
}

const UC_ON_IOS = /^UCWEB\/[\d.]+ ?\((?:iOS|iPhone|iPad)/;
const UC_ON_ANDROID = /^UCWEB\/[\d.]+ ?\(Linux/;

/** Other platforms also call themselves Android, and one an iPhone, to get pages for phones; none runs their apps. */
function platformOf(text: string): Visitor['platform'] {
  if (/Windows Phone/i.test(text)) return 'other';
  if (/OpenHarmony/.test(text)) return /\(PC;/.test(text) ? 'desktop' : 'other';
  if (/KAIOS/i.test(text)) return 'feature_phone';
  if (/Android/i.test(text) || UC_ON_ANDROID.test(text)) return 'android';
  if (UC_ON_IOS.test(text)) return 'ios';
  if (FEATURE_PHONE.test(text)) return 'feature_phone';
  if (/iPhone|iPad|iPod/.test(text)) return 'ios';
  return DESKTOP.test(text) ? 'desktop' : 'other';
}
