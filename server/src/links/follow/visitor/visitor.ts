import { createIsbotFromList, isbot, isbotNaive, isbotPatterns, list } from 'isbot';
import { UAParser } from 'my-ua-parser';
import { cutCopy } from '../../../memory/flat-copy.ts';
import type { Platform } from '../../rules/rule.ts';
import type { ClientHints } from './client-hints.ts';

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

const PREVIEW =
  /facebookexternalhit|facebookcatalog|whatsapp\/|twitterbot|slackbot|slack-imgproxy|telegrambot|linkedinbot|discordbot|skypeuripreview|pinterestbot|redditbot|viber|embedly|iframely|snap url preview|line-poker|google-pagerenderer|vkshare|mastodon\/|bluesky/i;
const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|Twitter|LinkedIn|\bLine\/|Snapchat|Pinterest|; wv\)|musical_ly|TikTok/;
/** Every browser of its own says that it is Safari; what an app embeds does not. */
const IOS_WEB_VIEW = /\((?:iPhone|iPad|iPod)[^)]*\) AppleWebKit(?!.*Safari\/)/;
const FEATURE_PHONE =
  /KAIOS|J2ME|MIDP|MAUI|Series ?40|SymbianOS|BREW|UP\.Browser|NetFront|Obigo|Nokia\w+\/|UCWEB|Dorado WAP|SpreadTrum|BlackBerry\d{4}\//i;
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

function readUserAgent(text: string): Visitor {
  const { os, device } = UAParser(text);
  // Chrome sends "Android 10; K" for every phone, which reveals neither its version nor its model.
  const reduced = /Android 10; K[;)]/.test(text);
  return {
    platform: platformOf(text),
    inApp: IN_APP.test(text) || IOS_WEB_VIEW.test(text),
    machine: PREVIEW.test(text) ? 'preview' : isCrawler(text) ? 'bot' : null,
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
const isNamedCrawler = createIsbotFromList(list.filter((pattern) => !OF_BARE_NAMES.has(pattern)));

/**
 * Whether a crawler fetches the link. `isbot` also flags HTTP libraries, which report people's clicks, whatever has a bare
 * name, and feature phones, whose user agents are as short as a program's: of those, only crawlers that it knows by name
 * or that declare themselves count.
 */
function isCrawler(text: string): boolean {
  if (HTTP_LIBRARY.test(text)) return false;
  if (FEATURE_PHONE.test(text)) return isbotNaive(text);
  return BARE_NAME.test(text) ? isNamedCrawler(text) : isbot(text);
}

/** Two other platforms also call themselves Android, and one an iPhone, to get pages for phones; none runs their apps. */
function platformOf(text: string): Visitor['platform'] {
  if (/Windows Phone/i.test(text)) return 'other';
  if (/KAIOS/i.test(text)) return 'feature_phone';
  if (/Android/i.test(text)) return 'android';
  if (FEATURE_PHONE.test(text)) return 'feature_phone';
  if (/iPhone|iPad|iPod/.test(text)) return 'ios';
  return DESKTOP.test(text) ? 'desktop' : 'other';
}
