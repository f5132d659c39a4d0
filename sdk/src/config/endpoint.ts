/** The URLs that the SDK sends requests to. */
export interface Endpoints {
  ingest: string;
  resolveKey: string;
  deepLink: string;
  attribution: string;
}

// Parsed by hand: the URL class of some mobile JavaScript engines is incomplete.
const ADDRESS = /^(https?):\/\/([^/?#@\\\s]+)((?:\/[^?#\s]*)?)$/i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Parses an ingest endpoint; the other endpoints share its base path. `https://host` and `https://host/v1` are short
 * for `https://host/v1/ingest`; any other path is used unchanged.
 *
 * @returns undefined unless it is https, or http on a loopback host, without user, query or fragment
 * @example parseEndpoint('https://t.example/v1/ingest')?.resolveKey // 'https://t.example/v1/resolve-key'
 */
export function parseEndpoint(text: string | null | undefined): Endpoints | undefined {
  const [, scheme, host, path] = ADDRESS.exec(String(text ?? '').trim()) ?? [];
  if (scheme === undefined || host === undefined || path === undefined) return undefined;
  if (scheme.toLowerCase() === 'http' && !LOOPBACK.test(host)) return undefined;

  const ingestPath = completePath(path.replace(/\/+$/, ''));
  const ingest = `${scheme.toLowerCase()}://${host}${ingestPath}`;
  const sibling = (name: string) => ingest.slice(0, ingest.lastIndexOf('/') + 1) + name;
  return {
    ingest,
    resolveKey: sibling('resolve-key'),
    deepLink: sibling('deep-link'),
    attribution: sibling('attribution'),
  };
}

function completePath(path: string): string {
  if (path === '') return '/v1/ingest';
  return path.endsWith('/v1') ? `${path}/ingest` : path;
}
