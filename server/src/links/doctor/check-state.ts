import type { CheckedLink } from './checked-link.ts';
import { error, type LinkCheck, ok, warning } from './link-check.ts';

const ABOUT = { platform: 'all', check: 'state' } as const;

/** Whether anyone is led anywhere at all. */
export function checkState({ link, app, known, url, isUsedUp, now }: CheckedLink): LinkCheck[] {
  return [...checkAddress(url), checkEnd()];

  function checkEnd(): LinkCheck {
    if (!link.active) return error(ABOUT, 'the link is paused', 'Resume it.');
    if (!app.active) return error(ABOUT, 'its app is deactivated', 'Activate the app.');
    if (!known.active) return error(ABOUT, 'its account is deactivated', 'Ask the operator to activate it.');
    if (link.expiresAt && link.expiresAt.getTime() <= now)
      return error(
        ABOUT,
        `it expired at ${link.expiresAt.toISOString()}`,
        'Set p_expires_at anew, or remove it.',
      );
    if (isUsedUp)
      return error(ABOUT, `its ${link.maxClicks} clicks are used up`, 'Raise p_max_clicks, or remove it.');
    return ok(ABOUT, 'it is followed');
  }
}

function checkAddress(text: string): LinkCheck[] {
  const url = new URL(text);
  if (url.protocol === 'https:') return [];
  const detail = `its address is ${url.origin}: no phone opens an app by a link that is not https`;
  return [warning(ABOUT, detail, 'Set PUBLIC_URL to the https address of the service.')];
}
