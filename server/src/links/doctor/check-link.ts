import type { Getter } from '../../platform/net/outbound/create-getter.ts';
import { isAppStoreUrl } from '../app-store-url.ts';
import type { PageContent } from '../page-content/page-content.ts';
import { isStoreUrl, toStoreWebUrl } from '../store-url.ts';
import { webUrlsOf } from '../target-url.ts';
import { checkAppSiteAssociation } from './check-app-site-association.ts';
import { checkAssetLinks } from './check-asset-links.ts';
import { checkClipboard } from './check-clipboard.ts';
import { checkLeadsTo } from './check-leads-to.ts';
import { checkImage, checkPage } from './check-page.ts';
import { checkState } from './check-state.ts';
import type { CheckedLink } from './checked-link.ts';
import type { LinkCheck } from './link-check.ts';

/** Looks at all of a link as phones and their makers do. Asks other hosts, all at once. */
export async function checkLink(getter: Getter, checked: CheckedLink): Promise<LinkCheck[]> {
  const { known } = checked;
  const image = known.page && (JSON.parse(known.page.content) as PageContent).image;
  const asked = await Promise.all([
    checkAssetLinks(getter, checked),
    checkAppSiteAssociation(getter, checked),
    ...storePages(known.androidUrl, known.ios?.url ?? null).map(async ({ platform, url, fix }) => [
      await checkPage(getter, { platform, check: 'store_page' }, url, fix),
    ]),
    ...webUrlsOf(known.fallbackUrl).map(async (url) => [
      await checkPage(
        getter,
        { platform: 'all', check: 'fallback' },
        withoutFragment(url),
        'Set p_fallback_url to a page that is there for everyone.',
      ),
    ]),
    ...(image ? [checkImage(getter, new URL(image).href).then((check) => [check])] : []),
  ]);
  return [...checkState(checked), ...checkLeadsTo(checked), ...checkClipboard(checked), ...asked.flat()];
}

function storePages(androidUrl: string | null, iosUrl: string | null) {
  const play = androidUrl !== null && isStoreUrl(androidUrl) ? toStoreWebUrl(androidUrl) : null;
  const apple = iosUrl !== null && isAppStoreUrl(iosUrl) ? iosUrl : null;
  return [
    ...(play === null
      ? []
      : [
          {
            platform: 'android' as const,
            url: play,
            fix: 'Look at the package in p_android_url, and whether it is published.',
          },
        ]),
    ...(apple === null
      ? []
      : [
          {
            platform: 'ios' as const,
            url: apple,
            fix: 'Look at p_app_store_id or p_ios_url, and whether the app is published.',
          },
        ]),
  ].map(({ url, ...rest }) => ({ ...rest, url: withoutFragment(url) }));
}

function withoutFragment(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
