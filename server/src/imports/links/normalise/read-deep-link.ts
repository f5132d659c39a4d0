/** A deep link of another platform, as an app is opened with it here. */
interface ReadDeepLink {
  /** Inside the app. */
  readonly path: string;
  /** The page of the web that it is, if it is one. */
  readonly webUrl: string | null;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Reads a path, a URL of the web, or one of a scheme of the app's own: what apps call the path of `shop://item/5` is
 * `/item/5`.
 *
 * @returns undefined for a text that is none of these.
 */
export function readDeepLink(text: string): ReadDeepLink | undefined {
  if (/[\p{Cc}\\]/u.test(text)) return undefined;
  if (/^https?:\/\//i.test(text)) {
    if (!URL.canParse(text)) return undefined;
    const { pathname, search, hash } = new URL(text);
    return { path: onePath(pathname + search + hash), webUrl: text };
  }
  if (/^[a-z][a-z0-9+.-]*:(?!\/\/)/i.test(text)) return undefined;
  return { path: onePath(text.replace(SCHEME, '')), webUrl: null };
}

/** With one slash at its beginning: two would be a host. */
function onePath(text: string): string {
  return `/${text.replace(/^\/+/, '')}`;
}
