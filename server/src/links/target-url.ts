/** What is wrong with a target, in words for whoever set it; null when it may be stored. */
export type Complaint = string | null;

const MAX_LENGTH = 2048;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
const USSD_CODE = /^[*#][0-9*#]{1,60}#$/;
const TEL_URL = /^tel:(?:[0-9+*().#-]|%2[3aA]){1,64}$/;
const INTENT = /^intent:(?<data>[^#]*)#Intent;(?<members>.*);end$/;
const INTENT_MEMBER = /^(?:scheme|package|action|category|type|[SBbcdfils]\.[A-Za-z0-9_.-]+)=/;
/** Data of these schemes runs or reads where it is opened. */
const UNSAFE_DATA_SCHEMES = new Set(['javascript', 'data', 'file', 'content', 'vbscript', 'blob', 'about']);

/** Checks where a browser that opens nothing else is sent: an http or https URL. */
export function complainAboutWebUrl(text: string): Complaint {
  return complainAboutText(text) ?? complainAboutHttp(text);
}

/** Checks where an Android phone is sent: an http, https, intent, market or tel URL. */
export function complainAboutAndroidUrl(text: string): Complaint {
  return complainAboutText(text) ?? complainAboutScheme(text);
}

/** Checks what a feature phone is sent to: a USSD code such as `*123#`, a tel URL, or any other target. */
export function complainAboutUssdFallback(text: string): Complaint {
  return USSD_CODE.test(text) ? null : complainAboutAndroidUrl(text);
}

/** A USSD code as the URL that dials it; any other target as it is. */
export function toDialUrl(target: string): string {
  const url = USSD_CODE.test(target) ? `tel:${target}` : target;
  return url.startsWith('tel:') ? url.replaceAll('#', '%23') : url;
}

/** Line breaks and their like could end the header that the target travels in; a backslash is a slash to a browser. */
function complainAboutText(text: string): Complaint {
  if (text.length > MAX_LENGTH) return `must be ${MAX_LENGTH} characters or fewer`;
  if (/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u.test(text) || !text.isWellFormed()) {
    return 'must not contain spaces, control characters or backslashes';
  }
  return null;
}

function complainAboutScheme(text: string): Complaint {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0].toLowerCase();
  if (scheme === 'http' || scheme === 'https') return complainAboutHttp(text);
  if (!PRINTABLE_ASCII.test(text)) return 'must be plain ASCII, with anything else percent-encoded';
  if (scheme === 'market')
    return /^market:\/\/[a-z]+\?/.test(text) && !text.includes('@') ? null : 'must be a market:// URL';
  if (scheme === 'tel') return TEL_URL.test(text) ? null : 'must be a tel: URL of digits, * and #';
  if (scheme === 'intent') return complainAboutIntent(text);
  return 'must be an http, https, intent, market or tel URL';
}

function complainAboutHttp(text: string): Complaint {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return 'must be an http or https URL';
  const url = new URL(text);
  return url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)
    ? 'must not contain user information'
    : null;
}

/** An intent that names a component or a selector can open parts of apps that were never meant to be opened. */
function complainAboutIntent(text: string): Complaint {
  const { data, members } = INTENT.exec(text)?.groups ?? {};
  if (data === undefined || members === undefined) return 'must be intent:…#Intent;…;end';
  if (/^\/\/[^/?]*@/.test(data)) return 'must not contain user information';
  const parts = members.split(';');
  const unknown = parts.find((part) => !INTENT_MEMBER.test(part));
  if (unknown !== undefined)
    return `must not contain ${unknown.split('=')[0] || 'an empty member'} in the intent`;
  const valuesOf = (key: string) =>
    parts.filter((part) => part.startsWith(`${key}=`)).map((p) => p.slice(key.length + 1));
  const [scheme = ''] = valuesOf('scheme');
  if (UNSAFE_DATA_SCHEMES.has(decode(scheme).toLowerCase())) return 'must not use that scheme in the intent';
  const packages = valuesOf('package');
  if (packages.length !== 1 || !/^[A-Za-z][\w]*(\.[A-Za-z]\w*)+$/.test(packages[0] ?? ''))
    return 'must name the package of the intent';
  const fallbacks = valuesOf('S.browser_fallback_url');
  if (fallbacks.length !== 1 || complainAboutWebUrl(decode(fallbacks[0] ?? '')) !== null)
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
