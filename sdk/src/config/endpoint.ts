// Parsed by hand: the URL class of some mobile JavaScript engines is incomplete.
const ADDRESS =
  /^(https:\/\/[^/?#@\\\s]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?)(\/[^?#\s]*)?$/i;

/**
 * Parses an ingest endpoint; the other endpoints share its base path. `https://host` and `https://host/v1` are short
 * for `https://host/v1/ingest`; any other path is used unchanged.
 *
 * @returns undefined unless it is https, or http on a loopback host, without user, query or fragment
 * @example parseEndpoint('https://t.example') // 'https://t.example/v1/ingest'
 */
export function parseEndpoint(text: string | null | undefined): string | undefined {
  const address = String(text)
    .trim()
    .replace(/\/+$/, '')
    .replace(/^\w+/, (scheme) => scheme.toLowerCase());
  if (!ADDRESS.test(address)) return undefined;
  return address.replace(/^\w+:\/\/[^/]+$/, '$&/v1').replace(/\/v1$/, '$&/ingest');
}

/** @example siblingOf('https://t.example/v1/ingest', 'resolve-key') // 'https://t.example/v1/resolve-key' */
export function siblingOf(ingestEndpoint: string, name: 'resolve-key' | 'deep-link' | 'attribution'): string {
  return ingestEndpoint.replace(/[^/]+$/, name);
}
