import { isUuidV4 } from '@tributary/sdk/wire/optional-fields';
import { queryOf } from '@tributary/sdk/wire/query-of';

/** The contents of an install referrer. */
export interface ReferrerFacts {
  readonly clickId: string | null;
  /** The store itself reports that no one referred this user. */
  readonly isOrganic: boolean;
  /** The store says that it knows no source: `(not set)`. */
  readonly isUnset: boolean;
}

/** As Google Play writes it. */
const NOT_SET = '(not set)';

/** How many nested referrers are searched, including the outermost: a store's URL has one, a copied one two. */
const MAX_LEVELS = 4;

/**
 * Reads the referrer that the store passed to the app, or the URL that opened it. Some stores and SDKs pass it on still
 * encoded: then it is decoded once more.
 */
export function readReferrer(text: string): ReferrerFacts {
  // With a parameter in it, it is not encoded as a whole: what is encoded there is that parameter's value.
  const params = paramsOf(text) ?? (text.includes('=') ? null : paramsOf(decode(text)));
  const clickId = params?.get('service_click_id')?.split('#', 1)[0]?.trim() ?? '';
  return {
    clickId: isUuidV4(clickId) ? clickId.toLowerCase() : null,
    isOrganic: params?.get('utm_medium') === 'organic',
    isUnset: params?.get('utm_source') === NOT_SET && params.get('utm_medium') === NOT_SET,
  };
}

/**
 * The parameters of a bare query or of a URL, with its fragment's after the others, or of the referrer in it; null if
 * there are none.
 */
function paramsOf(text: string): URLSearchParams | null {
  let inner: string | null = text;
  for (let level = 0; inner !== null && level < MAX_LEVELS; level++) {
    const params: URLSearchParams = new URLSearchParams(queryOf(inner).replaceAll('#', '&'));
    if (params.has('service_click_id') || params.has('utm_medium')) return params;
    inner = params.get('referrer');
  }
  return null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
