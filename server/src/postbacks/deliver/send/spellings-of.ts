/** A secret of ASCII characters in plain text, and as URLs, forms, JSON (also JSON within JSON) and HTML encode it. */
export function spellingsOf(secret: string): ReadonlySet<string> {
  const json = inJson(secret, NOTHING);
  const escapedSlashes = json.replaceAll('/', '\\/');
  return new Set([
    secret,
    json,
    escapedSlashes,
    inJson(json, NOTHING),
    inJson(escapedSlashes, NOTHING),
    ...BY_NUMBER_IN_JSON.flatMap((characters) => inBothCases(inJson(secret, characters), /\\u00\w\w/g)),
    ...inBothCases(encodeURIComponent(secret), /%\w\w/g),
    ...inBothCases(new URLSearchParams({ '': secret }).toString().slice(1), /%\w\w/g),
    ...inBothCases(
      secret.replaceAll(SPECIAL, (character) => `%${hex(character)}`),
      /%\w\w/g,
    ),
    ...APOSTROPHES_IN_HTML.map((apostrophe) => inHtml(secret, apostrophe)),
    secret.replaceAll(SPECIAL, (character) => `&#${character.charCodeAt(0)};`),
    ...inBothCases(
      secret.replaceAll(SPECIAL, (character) => `&#x${hex(character)};`),
      /&#x\w\w;/g,
    ),
  ]);
}

const SPECIAL = /[^A-Za-z0-9]/g;
const NOTHING = /(?!)/;
/** What common JSON writers escape by its number, beyond what they must. */
const BY_NUMBER_IN_JSON = [/[&<>]/, /[&<>'"+`]/, /[^A-Za-z0-9]/];
const APOSTROPHES_IN_HTML = ["'", '&#39;', '&#039;', '&#x27;', '&apos;'];

function inJson(text: string, byNumber: RegExp): string {
  return text.replaceAll(SPECIAL, (character) => {
    if (byNumber.test(character)) return `\\u00${hex(character)}`;
    return character === '"' || character === '\\' ? `\\${character}` : character;
  });
}

function inHtml(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

/** With the digits of its escapes in lower and in upper case. */
function inBothCases(text: string, escapes: RegExp): string[] {
  const upper = (code: string) => code.slice(0, -3) + code.slice(-3).toUpperCase();
  return [text.replaceAll(escapes, (code) => code.toLowerCase()), text.replaceAll(escapes, upper)];
}
