import { toOldPath } from '../../../links/follow/directory/old-path.ts';

/** Where a link was found before. */
export interface OldAddress {
  /** In lower case; null where only a path is given. */
  readonly host: string | null;
  /** As it is looked up, with its query: `/a/b?x=1`. */
  readonly path: string;
}

const WITH_SCHEME = /^https?:\/\//i;
const WITH_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\//i;

/**
 * Reads a short link: a URL, one without its scheme, or its path with or without the slash.
 *
 * @returns undefined if it is none, or its path is too long to be kept
 */
export function readAddress(text: string): OldAddress | undefined {
  const url = WITH_SCHEME.test(text)
    ? text
    : WITH_HOST.test(text)
      ? `https://${text}`
      : `https://path.invalid/${text.replace(/^\//, '')}`;
  if (/[\s\\]/.test(text) || !URL.canParse(url)) return undefined;
  const { hostname, pathname, search } = new URL(url);
  const path = toOldPath(pathname + search);
  if (path === null || path === '/') return undefined;
  return { host: hostname === 'path.invalid' ? null : hostname, path };
}
