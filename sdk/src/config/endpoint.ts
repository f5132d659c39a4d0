/** The URLs that the SDK sends requests to. */
export interface Endpoints {
  ingest: string;
  resolveKey: string;
  deepLink: string;
  attribution: string;
}

// Parsed by hand: the URL class of some mobile JavaScript engines is incomplete.
const ADDRESS =
  /^(https:\/\/[^/?#@\\\s]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?)(\/[^?#\s]*)?$/i;

/**
 * Parses an ingest endpoint; the other endpoints share its base path. `https://host` and `https://host/v1` are short
 * for `https://host/v1/ingest`; any other path is used unchanged.
 *
 * @returns undefined unless it is https, or http on a loopback host, without user, query or fragment
 * @example parseEndpoint('https://t.example/v1/ingest')?.resolveKey // 'https://t.example/v1/resolve-key'
 */
export function parseEndpoint(text: string | null | undefined): Endpoints | undefined {
  const address = String(text)
    .trim()
    .replace(/\/+$/, '')
    .replace(/^\w+/, (scheme) => scheme.toLowerCase());
  if (!ADDRESS.test(address)) return undefined;
  const ingest = address.replace(/^\w+:\/\/[^/]+$/, '$&/v1').replace(/\/v1$/, '$&/ingest');
  const sibling = (name: string) => ingest.replace(/[^/]+$/, name);
  return {
    ingest,
    resolveKey: sibling('resolve-key'),
    deepLink: sibling('deep-link'),
    attribution: sibling('attribution'),
  };
}
