/** The URLs that the SDK sends requests to. */
export interface Endpoints {
  ingest: string;
  resolveKey: string;
  deepLink: string;
  attribution: string;
}

// Parsed by hand: the URL class of some mobile JavaScript engines is incomplete.
const SECURE = 'https://[^/?#@\\\\\\s]+';
const LOOPBACK = 'http://(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1\\])(?::\\d+)?';
const ADDRESS = new RegExp(`^(${SECURE}|${LOOPBACK})((?:/[^?#\\s]*)?)$`, 'i');

/**
 * Parses an ingest endpoint; the other endpoints share its base path. `https://host` and `https://host/v1` are short
 * for `https://host/v1/ingest`; any other path is used unchanged.
 *
 * @returns undefined unless it is https, or http on a loopback host, without user, query or fragment
 * @example parseEndpoint('https://t.example/v1/ingest')?.resolveKey // 'https://t.example/v1/resolve-key'
 */
export function parseEndpoint(text: string | null | undefined): Endpoints | undefined {
  const [, origin, path] = ADDRESS.exec(String(text ?? '').trim()) ?? [];
  if (origin === undefined || path === undefined) return undefined;
  const base = path.replace(/\/+$/, '') || '/v1';
  const ingest =
    origin.replace(/^.*?:/, (scheme) => scheme.toLowerCase()) +
    base +
    (base.endsWith('/v1') ? '/ingest' : '');
  const sibling = (name: string) => ingest.slice(0, ingest.lastIndexOf('/') + 1) + name;
  return {
    ingest,
    resolveKey: sibling('resolve-key'),
    deepLink: sibling('deep-link'),
    attribution: sibling('attribution'),
  };
}
