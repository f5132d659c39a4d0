// Parsed by hand: the URL class of some mobile JavaScript engines is incomplete. The fourth group is an address that is
// reached within a network only, or a name that is resolved there.
const ADDRESS =
  /^(https:\/\/[^/?#@\\\s]+|http:\/\/(localhost|127(\.\d+){3}|\[::1]|((10|172\.(1[6-9]|2\d|3[01])|192\.168|169\.254)(\.\d+)+|\[f([cd]\w|e[89ab])\w:[\w:]+]|[\w.-]+\.local))(:\d+)?)(\/[^?#\s]*)?$/i;

/**
 * Parses an ingest endpoint; the other endpoints share its base path. `https://host` and `https://host/v1` are short
 * for `https://host/v1/ingest`; any other path is used unchanged.
 *
 * @param allowInsecure http on a private address is accepted, too
 * @returns undefined unless it is https, or http on a loopback host, without user, query or fragment
 * @example parseEndpoint('https://t.example') // 'https://t.example/v1/ingest'
 */
export function parseEndpoint(text: string | null | undefined, allowInsecure?: boolean): string | undefined {
  const address = String(text)
    .trim()
    .replace(/\/+$/, '')
    .replace(/^\w+/, (scheme) => scheme.toLowerCase());
  const parsed = ADDRESS.exec(address);
  if (!parsed || (parsed[4] && !allowInsecure)) return undefined;
  return address.replace(/^\w+:\/\/[^/]+$/, '$&/v1').replace(/\/v1$/, '$&/ingest');
}

/** @example siblingOf('https://t.example/v1/ingest', 'resolve-key') // 'https://t.example/v1/resolve-key' */
export function siblingOf(
  ingestEndpoint: string,
  name: 'resolve-key' | 'deep-link' | 'attribution' | 'forget',
): string {
  return ingestEndpoint.replace(/[^/]+$/, name);
}
