import { MAX_URL } from '../platform/values/max-url.ts';
/** What is wrong with a target, for the user who set it; null if it may be stored. */
export type Problem = string | null;

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
const NO_TARGET = 'must be an http, https, intent, market or tel URL';
const USSD_CODE = /^[*#][0-9*#]{1,60}#$/;
const TEL_URL = /^tel:(?:[0-9+*().#-]|%2[3aA]){1,64}$/;
/** Data without a scheme: the scheme is a member, and is checked as one. */
const INTENT = /^intent:(?<data>(?:\/\/[^#]*)?)#Intent;(?<members>[^#]*);end$/;
const INTENT_MEMBER = /^(?:scheme|package|action|category|type|[SBbcdfils]\.[A-Za-z0-9_.-]+)=/;
const INTENT_ACTION = 'android.intent.action.VIEW';
const INTENT_SCHEME = /^[a-z][a-z0-9+.-]*$/i;
/** Data with these schemes executes, reads or dials where it is opened, or is interpreted as another intent. */
// biome-ignore format: a group a line.
const UNSAFE_DATA_SCHEMES = new Set([
  'javascript', 'vbscript', 'data', 'blob', 'about', 'filesystem', 'view-source', 'jar',
  'file', 'content', 'tel', 'sms', 'smsto', 'mms', 'mmsto', 'intent', 'android-app',
]);

/** Checks where a browser that opens nothing else is sent: an http or https URL. */
export function findWebUrlProblem(text: string): Problem {
  return findTextProblem(text) ?? findHttpProblem(text);
}

/** Checks where an Android phone is sent: an http, https, intent, market or tel URL. */
export function findAndroidUrlProblem(text: string): Problem {
  return findTextProblem(text) ?? findSchemeProblem(text);
}

/** Checks where a feature phone is sent: a USSD code such as `*123#`, a tel URL, or any other target. */
export function findUssdFallbackProblem(text: string): Problem {
  if (USSD_CODE.test(text)) return null;
  const problem = findAndroidUrlProblem(text);
  return problem === NO_TARGET
    ? 'must be a USSD code such as *123#, or an http, https, intent, market or tel URL'
    : problem;
}

/** A USSD code as the URL that dials it; any other target unchanged. */
export function toDialUrl(target: string): string {
  const url = USSD_CODE.test(target) ? `tel:${target}` : target;
  return url.startsWith('tel:') ? url.replaceAll('#', '%23') : url;
}

/** The web pages that a target may lead to: itself, or those in an intent. @param target one that may be stored. */
export function webUrlsOf(target: string): string[] {
  if (/^https?:/i.test(target)) return [target];
  const { data, members = '' } = INTENT.exec(target)?.groups ?? {};
  const value = (key: string) =>
    members
      .split(';')
      .find((member) => member.startsWith(`${key}=`))
      ?.slice(key.length + 1) ?? '';
  const urls = [decode(value('S.browser_fallback_url')), `${value('scheme')}:${data}`];
  return urls.filter((url) => /^https?:/i.test(url) && URL.canParse(url));
}

/** Line breaks and the like could end the header that contains the target; browsers treat a backslash as a slash. */
function findTextProblem(text: string): Problem {
  if (text.length > MAX_URL) return `must be ${MAX_URL} characters or fewer`;
  if (/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u.test(text) || !text.isWellFormed()) {
    return 'must not contain spaces, control characters or backslashes';
  }
  return null;
}

function findSchemeProblem(text: string): Problem {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0].toLowerCase();
  if (scheme === 'http' || scheme === 'https') return findHttpProblem(text);
  if (!PRINTABLE_ASCII.test(text)) return 'must be plain ASCII, with anything else percent-encoded';
  if (scheme === 'market')
    return /^market:\/\/[a-z]+\?/.test(text) && !text.includes('@') ? null : 'must be a market:// URL';
  if (scheme === 'tel') return TEL_URL.test(text) ? null : 'must be a tel: URL of digits, * and #';
  if (scheme === 'intent') return findIntentProblem(text);
  return NO_TARGET;
}

function findHttpProblem(text: string): Problem {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return 'must be an http or https URL';
  const url = new URL(text);
  return url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)
    ? 'must not contain user information'
    : null;
}

/** An intent that names a component or a selector can open parts of apps that are not meant to be opened. */
function findIntentProblem(text: string): Problem {
  const { data, members } = INTENT.exec(text)?.groups ?? {};
  if (data === undefined || members === undefined) return 'must be intent://…#Intent;…;end';
  if (/^\/\/[^/?]*@/.test(data)) return 'must not contain user information';
  const values = new Map<string, string>();
  for (const member of members.split(';')) {
    const key = member.split('=', 1)[0] || 'an empty member';
    if (!INTENT_MEMBER.test(member)) return `must not contain ${key} in the intent`;
    // If a member occurs twice, parsers disagree about which one counts.
    if (values.has(key)) return `must contain ${key} only once in the intent`;
    values.set(key, member.slice(key.length + 1));
  }
  return findMembersProblem(values);
}

function findMembersProblem(values: ReadonlyMap<string, string>): Problem {
  const scheme = values.get('scheme');
  if (scheme !== undefined && (!INTENT_SCHEME.test(scheme) || UNSAFE_DATA_SCHEMES.has(scheme.toLowerCase())))
    return 'must not use that scheme in the intent';
  if ((values.get('action') ?? INTENT_ACTION) !== INTENT_ACTION)
    return `must have no action but ${INTENT_ACTION} in the intent`;
  if (!/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(values.get('package') ?? ''))
    return 'must name the package of the intent';
  if (findWebUrlProblem(decode(values.get('S.browser_fallback_url') ?? '')) !== null)
    return 'must have an http or https S.browser_fallback_url in the intent';
  return null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
