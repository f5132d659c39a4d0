/**
 * Where a person wanted to go before they signed in: only ever a page of the console. The router puts the path of the
 * console before it; what would name another host is refused all the same.
 */
export function nextPath(given: string | undefined, fallback: string): string {
  if (!given || !/^\/(?![/\\])/.test(given)) return fallback;
  const url = URL.parse(given, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search : fallback;
}
