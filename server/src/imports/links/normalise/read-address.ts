/** Where a link was found before. */
export interface OldAddress {
  /** In lower case; null where only a path is given. */
  readonly host: string | null;
  /** As a browser sends it, with its query: `/a/b?x=1`. */
  readonly path: string;
}

const WITH_SCHEME = /^https?:\/\//i;
const WITH_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\//i;

/** Reads a short link: a URL, one without its scheme, or its path with or without the slash. @returns undefined if it is none */
export function readAddress(text: string): OldAddress | undefined {
  const url = WITH_SCHEME.test(text)
    ? text
    : WITH_HOST.test(text)
      ? `https://${text}`
      : `https://path.invalid/${text.replace(/^\//, '')}`;
  if (/[\s\\]/.test(text) || !URL.canParse(url)) return undefined;
  const { hostname, pathname, search } = new URL(url);
  if (pathname === '/' && search === '') return undefined;
  const path = (pathname.replace(/(?<=.)\/$/, '') + search).replaceAll(/%[0-9a-f]{2}/g, (code) =>
    code.toUpperCase(),
  );
  return { host: hostname === 'path.invalid' ? null : hostname, path };
}
