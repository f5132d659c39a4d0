import { isIP } from 'node:net';
import { isPublicAddress } from './is-public-address.ts';

/** Characters; what people enter is shorter. */
const MAX_URL = 2048;

/**
 * What is wrong with a URL to post to, apart from what its name resolves to: that is looked at when it is connected to.
 *
 * @param options.allowLoopback lets http and loopback addresses pass, for development.
 * @returns a clause such as `must be an https URL`; null where nothing is.
 */
export function problemOfUrl(text: string, { allowLoopback = false } = {}): string | null {
  if (text.length > MAX_URL) return `must be ${MAX_URL} characters or fewer`;
  const url = URL.parse(text);
  const isHttps = url?.protocol === 'https:' || (allowLoopback && url?.protocol === 'http:');
  // The parser would drop tabs and line ends in it, and take white space around it.
  if (!url || !isHttps || /[\s\\]/.test(text)) return `must be an https URL`;
  if (url.username !== '' || url.password !== '') return 'must have no user name and no password';
  if (url.hash !== '' || text.includes('#')) return 'must have no fragment';
  if (isLocalName(url.hostname) && !allowLoopback) return 'must not name a private or loopback address';
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal, { allowLoopback })) {
    return 'must not name a private or loopback address';
  }
  return null;
}

/** A name of this machine by its own meaning, whatever a resolver says of it. */
export function isLocalName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/** Whether a URL is an origin and nothing more. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
}
