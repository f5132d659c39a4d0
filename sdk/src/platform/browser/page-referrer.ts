import { parseDeepLink } from '../../parsing/parse-deep-link.ts';
import type { InstallReferrer } from '../platform.ts';

/** Where the visitor comes from: the click that the page's address names, or else the page before. */
export function pageReferrer(): InstallReferrer | undefined {
  if (typeof document === 'undefined') return undefined;
  // Nothing else of the addresses, which may be confidential: of the page before, where it is.
  const { clickId = parseDeepLink(document.referrer).clickId } = parseDeepLink(location.href);
  const referrer = clickId ? `service_click_id=${clickId}` : document.referrer.replace(/[?#].*/, '');
  return referrer ? { referrer } : undefined;
}
