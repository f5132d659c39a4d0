import { isAppStoreUrl, withAppStoreCampaign } from '../app-store-url.ts';
import type { KnownLink } from '../follow/directory/known-link.ts';
import { redirectTarget } from '../follow/redirect-target.ts';
import type { Visitor } from '../follow/visitor/visitor.ts';
import type { PageContent } from '../page-content/page-content.ts';
import { isStoreUrl } from '../store-url.ts';

/** Where the buttons of a page lead. */
export interface PageActions {
  /** `app`: into the app; `web`: to a page on the web. */
  readonly open: { readonly href: string; readonly to: 'app' | 'web' };
  readonly stores: readonly { readonly href: string; readonly system: 'iPhone' | 'Android' }[];
  /** What Safari's banner hands to the app; null where the app is in no App Store. */
  readonly banner: { readonly appId: string; readonly url: string } | null;
}

/** A visit to a link's page. */
export interface PageVisit {
  readonly link: KnownLink;
  readonly content: PageContent;
  readonly visitor: Visitor;
  /** Null for a visit that is not a click. */
  readonly clickId: string | null;
  /** The link's own address. */
  readonly url: string;
}

const ANDROID = { platform: 'android', inApp: true } as const;

/** Decides where the buttons of a page lead, by the device. */
export function pageActions(visit: PageVisit): PageActions {
  const { link, visitor, content, clickId, url } = visit;
  const app = appTarget(visit);
  const stores = [
    ...(visitor.platform === 'android' ? [] : iosStore(visit)),
    ...(visitor.platform === 'ios' ? [] : androidStore(visit)),
  ];
  return {
    open: app === null ? { href: webTarget(link, clickId), to: 'web' } : { href: app, to: 'app' },
    stores,
    banner:
      content.appStoreId === null ? null : { appId: content.appStoreId, url: target(link, url, clickId) },
  };
}

/** What opens the app after a tap, though a redirect did not; null where nothing is known to. */
function appTarget(visit: PageVisit): string | null {
  const { link, visitor, content, clickId, url } = visit;
  if (visitor.platform === 'ios' && link.ios && !isAppStoreUrl(link.ios.url))
    return target(link, link.ios.url, clickId);
  if (visitor.platform !== 'android') return null;
  if (link.androidUrl !== null && !isStoreUrl(link.androidUrl))
    return redirectTarget(link, { ...visitor, inApp: false }, clickId);
  if (content.package === null) return null;
  const intent = intentOf(url, content.package, webTarget(link, clickId));
  return redirectTarget({ ...link, androidUrl: intent }, { ...visitor, inApp: false }, clickId);
}

/** The link itself, opened by that app, and on the web without it. */
function intentOf(url: string, name: string, fallback: string): string {
  const { protocol, host, pathname } = new URL(url);
  const members = [`scheme=${protocol.slice(0, -1)}`, `package=${name}`];
  const otherwise = `S.browser_fallback_url=${encodeURIComponent(fallback)}`;
  return `intent://${host}${pathname}#Intent;${[...members, otherwise].join(';')};end`;
}

function webTarget(link: KnownLink, clickId: string | null): string {
  return target(link, link.fallbackUrl, clickId);
}

/** An address with the click, as everyone would be sent there. */
function target(link: KnownLink, url: string, clickId: string | null): string {
  const { ios: _ios, ...others } = link;
  return redirectTarget({ ...others, fallbackUrl: url }, { platform: 'desktop', inApp: false }, clickId);
}

function iosStore({ link, content: { appStoreId } }: PageVisit) {
  const own = link.ios && isAppStoreUrl(link.ios.url) ? link.ios.url : null;
  const page = own ?? (appStoreId && `https://apps.apple.com/app/id${appStoreId}`);
  if (!page) return [];
  const href = withAppStoreCampaign(page, link.slug, link.ios?.providerToken ?? null);
  return [{ href, system: 'iPhone' as const }];
}

/** As a page on the web, which any browser opens. */
function androidStore({ link, clickId }: PageVisit) {
  if (link.androidUrl === null || !isStoreUrl(link.androidUrl)) return [];
  const href = redirectTarget(link, ANDROID, clickId);
  return /^https?:/i.test(href) ? [{ href, system: 'Android' as const }] : [];
}
