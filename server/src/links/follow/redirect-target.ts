import { isAppStoreUrl, withAppStoreCampaign } from '../app-store-url.ts';
import type { LinkSpecial } from '../rules/link-special.ts';
import type { LinkRule } from '../rules/rule.ts';
import { isStoreUrl, toStoreWebUrl, withStoreReferrer } from '../store-url.ts';
import { toDialUrl } from '../target-url.ts';
import type { Visitor } from './visitor/visitor.ts';

/** The targets of a link. */
export interface LinkTargets {
  readonly fallbackUrl: string;
  readonly androidUrl: string | null;
  readonly ussdFallback: string | null;
  readonly deepLinkPath: string | null;
  readonly slug?: string;
  readonly special?: Pick<LinkSpecial, 'utm'>;
  /** Where iPhones go; missing where that is the fallback. */
  readonly ios?: { readonly url: string; readonly providerToken: string | null };
}

/** What of a visitor decides where they go. */
type Device = Pick<Visitor, 'platform' | 'inApp'>;

/** The link as one of its rules changes it, for that visitor. */
export function followRule<Link extends LinkTargets>(link: Link, rule: LinkRule, visitor: Visitor): Link {
  if (visitor.platform === 'android') {
    // Browsers inside other apps go to the fallback, unless the rule names a page for them.
    const fallbackUrl = /^https?:/i.test(rule.url) ? rule.url : link.fallbackUrl;
    return { ...link, androidUrl: rule.url, fallbackUrl };
  }
  if (visitor.platform === 'feature_phone') return { ...link, ussdFallback: rule.url };
  if (visitor.platform === 'ios')
    return { ...link, ios: { url: rule.url, providerToken: link.ios?.providerToken ?? null } };
  return { ...link, fallbackUrl: rule.url };
}

/**
 * Where a visitor is sent: the link's target for their kind of device, with the click id. Nothing from the visit itself
 * is used, so a visitor cannot be sent anywhere else.
 *
 * @param clickId null for a visit that is not a click.
 */
export function redirectTarget(link: LinkTargets, visitor: Device, clickId: string | null): string {
  if (visitor.platform === 'ios' && link.ios && isAppStoreUrl(link.ios.url))
    return withAppStoreCampaign(link.ios.url, link.slug, link.ios.providerToken);
  const url = deviceTarget(link, visitor) ?? link.fallbackUrl;
  return withClick(toDialUrl(url), link, clickId);
}

function deviceTarget(link: LinkTargets, visitor: Device): string | null {
  if (visitor.platform === 'feature_phone') return link.ussdFallback;
  if (visitor.platform === 'ios') return link.ios?.url ?? null;
  return visitor.platform === 'android' ? androidTarget(link.androidUrl, visitor.inApp) : null;
}

/** A browser inside another app opens neither app links nor intents, but does open the store's web page. */
function androidTarget(url: string | null, inApp: boolean): string | null {
  if (url === null || !inApp) return url;
  return isStoreUrl(url) ? toStoreWebUrl(url) : null;
}

function withClick(url: string, link: LinkTargets, clickId: string | null): string {
  if (url.startsWith('tel:')) return url;
  if (url.startsWith('intent:')) return withClickInIntent(url, link, clickId);
  const isMarket = url.startsWith('market:');
  if (clickId === null && link.special?.utm == null) return isMarket ? url : new URL(url).href;
  if (!isStoreUrl(url)) return withQuery(new URL(url).href, clickParams(link, clickId));
  const referred = withStoreReferrer(url, referrerParams(link, clickId));
  // The fallback always gets the click in its own query too, whatever page it is.
  return url === link.fallbackUrl ? withQuery(referred, clickParams(link, clickId)) : referred;
}

function clickParams(link: LinkTargets, clickId: string | null): Record<string, string> {
  const params = referrerParams(link, clickId);
  if (clickId !== null && link.deepLinkPath !== null) params.service_path = link.deepLinkPath;
  return params;
}

function referrerParams({ special }: LinkTargets, clickId: string | null): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, text] of Object.entries(special?.utm ?? {})) params[`utm_${name}`] = text;
  if (clickId !== null) params.service_click_id = clickId;
  return params;
}

/** The app finds the click in the intent's data; a visitor without the app is redirected with it as well. */
function withClickInIntent(intent: string, link: LinkTargets, clickId: string | null): string {
  if (clickId === null && link.special?.utm == null) return intent;
  const at = intent.indexOf('#Intent;');
  const members = intent
    .slice(at)
    .replace(/(;S\.browser_fallback_url=)([^;]*)/, (_all, key: string, value: string) => {
      const fallback = decodeURIComponent(value);
      return `${key}${encodeURIComponent(withClick(fallback, link, clickId))}`;
    });
  return withQuery(intent.slice(0, at), clickParams(link, clickId)) + members;
}

/** Sets query parameters and leaves the rest of the URL, including its fragment, as its owner wrote it. */
function withQuery(url: string, params: Record<string, string>): string {
  const hashAt = url.indexOf('#');
  const [beforeHash, hash] = hashAt === -1 ? [url, ''] : [url.slice(0, hashAt), url.slice(hashAt)];
  const queryAt = beforeHash.indexOf('?');
  const base = queryAt === -1 ? beforeHash : beforeHash.slice(0, queryAt);
  const kept = (queryAt === -1 ? '' : beforeHash.slice(queryAt + 1))
    .split('&')
    .filter((pair) => pair !== '' && !Object.hasOwn(params, pair.split('=')[0] ?? ''));
  const added = Object.entries(params).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${base}?${[...kept, ...added].join('&')}${hash}`;
}
