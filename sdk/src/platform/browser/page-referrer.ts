import { parseDeepLink } from '../../parsing/parse-deep-link.ts';
import type { InstallReferrer } from '../platform.ts';

/** Where the visitor comes from: the click that the page's address names, or else the page before. */
export function pageReferrer(): InstallReferrer | undefined {
  if (typeof document === 'undefined') return undefined;
  // Nothing else of the address, which may be confidential.
  const { clickId } = parseDeepLink(location.href);
  const referrer = clickId ? `service_click_id=${clickId}` : document.referrer;
  return referrer ? { referrer } : undefined;
}
