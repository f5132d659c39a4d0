import type { App } from '../../account/account.tsx';
import { nameOfCountry } from '../../values/countries.ts';
import { formatTime } from '../../values/format.ts';
import type { LinkRule, PLATFORMS } from './link-arguments.ts';

/** Where a link leads, as far as the service decides it by the visitor. */
export interface LinkTargets {
  readonly fallback: string;
  readonly android: string;
  readonly ios: string;
  readonly ussd: string;
  readonly rules: readonly LinkRule[];
  readonly title: string;
  readonly app: Pick<App, 'app_store_id' | 'ios_clipboard'> | null;
}

/** One of the places that a kind of device may be led to. */
interface Way {
  /** For whom of them; empty for everyone. */
  readonly when: string;
  readonly to: string;
}

/** A kind of device, and where it is led. */
interface Seen {
  readonly who: string;
  readonly ways: readonly Way[];
}

interface Device {
  readonly who: string;
  readonly platform: (typeof PLATFORMS)[number]['id'];
  /** Where it goes when no rule holds. */
  readonly usual: string;
  /** What it makes of a rule’s address. */
  readonly opens?: (url: string) => string;
}

const STORE = /^(?:market:\/\/details\/?\?|https?:\/\/play\.google\.com\/store\/apps\/details\/*\?)/;
const WEB_STORE = 'https://play.google.com/store/apps/details?';

/** Where each kind of device is led, as `docs/links.md` says. */
export function whoGetsWhat(targets: LinkTargets): readonly Seen[] {
  return devicesOf(targets).map((device) => ({ who: device.who, ways: waysOf(device, targets.rules) }));
}

/** What those get from whose browser a redirect would open no app. */
export const LANDING_PAGE = 'the landing page';

function devicesOf({ fallback, android, ios, ussd, rules, title, app }: LinkTargets): readonly Device[] {
  const appStoreId = app?.app_store_id;
  const page = title.trim() || appStoreId ? LANDING_PAGE : null;
  const appStore = appStoreId ? `https://apps.apple.com/app/id${appStoreId}` : fallback;
  const inApp = (url: string) => (STORE.test(url) ? url.replace(STORE, WEB_STORE) : null);
  const devices: Device[] = [
    { who: 'Android phone', platform: 'android', usual: android || fallback },
    {
      who: 'Android phone, in another app’s browser',
      platform: 'android',
      usual: page ?? inApp(android) ?? fallback,
      // A page of the web is one there too; an app is not opened.
      opens: (url) => inApp(url) ?? (/^https?:/i.test(url) ? url : fallback),
    },
    { who: 'iPhone', platform: 'ios', usual: (app?.ios_clipboard && page) || ios || appStore },
    { who: 'Computer or iPad', platform: 'desktop', usual: page ?? fallback },
    {
      who: 'Feature phone',
      platform: 'feature_phone',
      usual: ussd || fallback,
      opens: dialled,
    },
  ];
  const others: Device = { who: 'Anything else', platform: 'other', usual: fallback };
  const isOther = rules.some(({ when: { platform } }) => platform === 'other' || platform === 'desktop');
  return (isOther ? [...devices, others] : devices).map((device) => ({
    ...device,
    usual: dialled(device.usual),
  }));
}

/** A USSD code is dialled. */
const dialled = (target: string) => (/^[*#]/.test(target) ? `dials ${target}` : target);

/** The first rule that holds wins; one with a weight shares its visitors with the later ones that have one. */
function waysOf({ platform, usual, opens = (url) => url }: Device, rules: readonly LinkRule[]): Way[] {
  const asked = rules.filter(({ when, url }) => url && (when.platform ?? platform) === platform);
  const ways: LinkRule[] = [];
  let isSettled = false;
  for (const rule of asked) {
    const isShared = rule.weight !== undefined && ways.some(({ weight }) => weight !== undefined);
    if (isSettled && !isShared) continue;
    ways.push(rule);
    isSettled ||= isForAll(rule);
  }
  const shown = ways.map((rule) => ({ when: sentenceOf(rule, ways), to: opens(rule.url) }));
  if (isSettled) return shown;
  return [...shown, { when: shown.length > 0 ? 'everyone else' : '', to: usual }];
}

const isForAll = ({ when: { country, language, from, until } }: LinkRule) =>
  [country, language, from, until].every((asked) => asked === undefined);

function sentenceOf(rule: LinkRule, ways: readonly LinkRule[]): string {
  return [conditionOf(rule), shareOf(rule, ways)].filter(Boolean).join(', ');
}

/** For whom a rule holds, apart from the kind of device: "in Kenya, who reads pt". */
export function conditionOf({ when: { country, language, from, until } }: LinkRule): string {
  const parts = [
    country && `in ${nameOfCountry(country)}`,
    language && `who reads ${language}`,
    from !== undefined && `from ${formatTime(from)}`,
    until !== undefined && `until ${formatTime(until)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function shareOf({ weight }: LinkRule, ways: readonly LinkRule[]): string {
  const weights = ways.flatMap((way) => way.weight ?? []);
  if (weight === undefined || weights.length < 2) return '';
  return `${weight} of ${weights.reduce((sum, each) => sum + each, 0)} visitors`;
}
