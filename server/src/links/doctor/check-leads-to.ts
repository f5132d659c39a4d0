import { redirectTarget } from '../follow/redirect-target.ts';
import { showsPage } from '../follow/shows-page.ts';
import type { Visitor } from '../follow/visitor/visitor.ts';
import type { CheckedLink } from './checked-link.ts';
import { type LinkCheck, ok, warning } from './link-check.ts';

const person = (platform: Visitor['platform'], inApp = false): Visitor => ({
  platform,
  inApp,
  machine: null,
  deviceModel: null,
  osName: null,
  osVersion: null,
});

/** Where each kind of device is led, and why, apart from rules. */
export function checkLeadsTo(checked: CheckedLink): LinkCheck[] {
  const { known, link } = checked;
  const about = (platform: LinkCheck['platform']) => ({ platform, check: 'leads_to' }) as const;
  const rules = link.rules?.length
    ? [ok(about('all'), `rules come first: ${link.rules.length} of them lead some visitors elsewhere`)]
    : [];
  return [
    ...rules,
    android(checked),
    ios(checked),
    ok(about('desktop'), answerOf(checked, person('desktop'))),
    known.ussdFallback === null
      ? ok(about('feature_phone'), `the fallback: ${known.fallbackUrl}`)
      : ok(about('feature_phone'), `p_ussd_fallback: ${known.ussdFallback}`),
    known.page
      ? ok(about('preview'), 'messengers show its title, text and image')
      : warning(
          about('preview'),
          'messengers follow the redirect and show what is there',
          'Set p_title, p_description and p_image_url for a preview of its own.',
        ),
  ];
}

function android(checked: CheckedLink): LinkCheck {
  const about = { platform: 'android', check: 'leads_to' } as const;
  const inside = `inside other apps ${answerOf(checked, person('android', true))}`;
  if (checked.known.androidUrl !== null)
    return ok(about, `${answerOf(checked, person('android'))}; ${inside}`);
  const fix = 'Set p_android_url to the page in Google Play, or to what opens the app.';
  return warning(about, `p_android_url is not set: the fallback; ${inside}`, fix);
}

function ios(checked: CheckedLink): LinkCheck {
  const about = { platform: 'ios', check: 'leads_to' } as const;
  const inside = `inside other apps ${answerOf(checked, person('ios', true))}`;
  if (checked.known.ios) return ok(about, `${answerOf(checked, person('ios'))}; ${inside}`);
  const fix = 'Set p_app_store_id of the app, or p_ios_url of the link.';
  return warning(about, `nothing is set for iPhones: the fallback; ${inside}`, fix);
}

function answerOf({ known }: CheckedLink, visitor: Visitor): string {
  if (known.page && showsPage(known.page, visitor, false)) return 'the landing page';
  return redirectTarget(known, visitor, null);
}
