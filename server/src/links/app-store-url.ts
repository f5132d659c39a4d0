const APP_STORE_HOSTS = new Set(['apps.apple.com', 'itunes.apple.com']);
/** Longer ones are not counted. */
const MAX_CAMPAIGN = 30;

/** True for a page of Apple's App Store. */
export function isAppStoreUrl(url: string): boolean {
  return URL.canParse(url) && APP_STORE_HOSTS.has(new URL(url).hostname);
}

/**
 * The page with the campaign that App Store Connect counts it for: the link's slug, unless the page names one. The App
 * Store passes nothing on to the app, so the click is not in it.
 */
export function withAppStoreCampaign(
  page: string,
  slug: string | undefined,
  providerToken: string | null,
): string {
  const url = new URL(page);
  const wanted = { ct: slug?.slice(0, MAX_CAMPAIGN), mt: '8', pt: providerToken };
  for (const [name, value] of Object.entries(wanted))
    if (value && !url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}
