const PLAY_HOST = 'play.google.com';
const PLAY_DETAILS = '/store/apps/details';
const PLAY_DETAILS_PATH = /^\/store\/apps\/details\/*$/;

/** True for a page of the app store that passes its `referrer` to the app that it installs. */
export function isStoreUrl(url: string): boolean {
  if (url.startsWith('market:')) return true;
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  return hostname === PLAY_HOST && PLAY_DETAILS_PATH.test(pathname);
}

/** The equivalent store page for a browser that cannot open market: URLs; null if there is none. */
export function toStoreWebUrl(url: string): string | null {
  if (!url.startsWith('market:')) return url;
  const query = /^market:\/\/details\/?\?([^#]*)/.exec(url)?.[1];
  return query === undefined ? null : `https://${PLAY_HOST}${PLAY_DETAILS}?${query}`;
}

/** Sets parameters in the store URL's `referrer`, keeping what else is in it. */
export function withStoreReferrer(url: string, added: Readonly<Record<string, string>>): string {
  const [beforeHash = '', hash] = splitOnce(url, '#');
  const [base = '', query = ''] = splitOnce(beforeHash, '?');
  const params = new URLSearchParams(query);
  const referrer = new URLSearchParams(params.get('referrer') ?? '');
  for (const [name, value] of Object.entries(added)) referrer.set(name, value);
  params.set('referrer', referrer.toString());
  return `${base}?${params}${hash === undefined ? '' : `#${hash}`}`;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
