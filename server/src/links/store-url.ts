const PLAY_HOST = 'play.google.com';
const PLAY_DETAILS = '/store/apps/details';
const PLAY_DETAILS_PATH = /^\/store\/apps\/details\/*$/;

/** True for a page of the app store that hands its `referrer` to the app it installs. */
export function isStoreUrl(url: string): boolean {
  if (url.startsWith('market:')) return true;
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  return hostname === PLAY_HOST && PLAY_DETAILS_PATH.test(pathname);
}

/** The same page of the store for a browser that knows no market: URLs; null where there is none. */
export function toStoreWebUrl(url: string): string | null {
  if (!url.startsWith('market:')) return url;
  const query = /^market:\/\/details\/?\?([^#]*)/.exec(url)?.[1];
  return query === undefined ? null : `https://${PLAY_HOST}${PLAY_DETAILS}?${query}`;
}

/** Puts the click into the store URL's `referrer`, beside what is in there already. */
export function withStoreReferrer(url: string, clickId: string): string {
  const [beforeHash = '', hash] = splitOnce(url, '#');
  const [base = '', query = ''] = splitOnce(beforeHash, '?');
  const params = new URLSearchParams(query);
  const referrer = new URLSearchParams(params.get('referrer') ?? '');
  referrer.set('service_click_id', clickId);
  params.set('referrer', referrer.toString());
  return `${base}?${params}${hash === undefined ? '' : `#${hash}`}`;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
