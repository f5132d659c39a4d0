import type { CheckedLink } from './checked-link.ts';
import { type LinkCheck, ok, warning } from './link-check.ts';

const ABOUT = { platform: 'ios', check: 'clipboard' } as const;

/** Whether an iPhone's click finds its way into the app. */
export function checkClipboard({ app, known }: CheckedLink): LinkCheck[] {
  if (!app.iosClipboard) {
    if (!known.ios && !app.iosBundleId) return [];
    return [ok(ABOUT, 'off: an install from the App Store does not know its click')];
  }
  if (known.page) return [ok(ABOUT, 'on: a tap on the landing page copies a code')];
  const fix = 'Set p_title of the link, or p_app_store_id of the app.';
  return [warning(ABOUT, 'on, but the link has no landing page that could copy a code', fix)];
}
