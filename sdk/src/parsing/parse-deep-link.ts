import { isUuidV4 } from '../wire/optional-fields.ts';
import { queryOf } from '../wire/query-of.ts';

/** The parameters of a URL that opened the app. */
export interface DeepLink {
  clickId: string | undefined;
  path: string | null;
}

/**
 * Parses a deep link or an install referrer; a click id that is not a UUID v4 counts as absent, and so does one within the
 * value of another parameter. If a parameter occurs twice, the first one counts; parameters in the fragment come last.
 */
export function parseDeepLink(uri: string): DeepLink {
  const pairs = queryOf(uri).split(/[&#]/);
  const parameters = new Map(pairs.map(parsePair).reverse());
  const clickId = parameters.get('service_click_id');
  return {
    clickId: isUuidV4(clickId) ? clickId.toLowerCase() : undefined,
    path: parameters.get('service_path') || null,
  };
}

// Parsed by hand: the URL class of some mobile JavaScript engines is incomplete, and an app link need not be a URL.
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
