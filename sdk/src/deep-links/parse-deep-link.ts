import { isUuidV4 } from '../ids/is-uuid-v4.ts';

/** What a URL that opened the app says (contract: "Client deep-link and lifecycle events (SDK)"). */
export interface DeepLink {
  clickId: string | undefined;
  path: string | null;
}

/**
 * Reads a deep link or an install referrer; a click id that is no UUID counts as none. Of a parameter that is given
 * twice the first counts, and what stands in the fragment comes last.
 */
export function parseDeepLink(uri: string): DeepLink {
  const pairs = uri.slice(uri.indexOf('?') + 1).split(/[&#]/);
  const parameters = new Map(pairs.map(parsePair).reverse());
  const clickId = parameters.get('service_click_id');
  return {
    clickId: clickId !== undefined && isUuidV4(clickId) ? clickId.toLowerCase() : undefined,
    path: parameters.get('service_path') || null,
  };
}

// By hand: the URL classes of some engines on phones are incomplete, and an app's own scheme need be no URL.
function parsePair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=');
  return equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
