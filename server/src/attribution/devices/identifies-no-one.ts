import { isUuid } from '../../platform/values/is-uuid.ts';

/** What is sent in place of an id that is not there, in any letters. */
const NOTHING = new Set([
  'unknown',
  'null',
  '(null)',
  'undefined',
  'none',
  'nil',
  'nan',
  'n/a',
  'not set',
  '(not set)',
  'not_set',
  'na',
  '[object object]',
  // What Android answers in place of the address of its network card.
  '02:00:00:00:00:00',
]);
const LONGEST_NOTHING = 17;

/** A macro that nobody filled in: `{gaid}`, `${GAID}`, `$GAID`, `[gaid]`, `<gaid>`, `__GAID__`, `%gaid%`, `@@GAID@@`, `##GAID##`. */
const MACRO = /^(?:\$?\{(.*)\}|%7[Bb].*%7[Dd]|\[.*\]|<.*>|__.*__|__[A-Z_]+|\$[A-Z_]+|%.*%|@@.*@@|##.*##)$/s;

/** The zeros of a user who opted out, or all bits set, in braces or not. */
const ZEROS = /^\{?(?:[0-]+|f[f-]{7,})\}?$/i;
/** The same as an app gives it for a user: `Guid.Empty`. A shorter zero may be somebody. */
const EMPTY_UUID = /^\{?0{8}-?(?:0{4}-?){3}0{12}\}?$/;

/** The Android id of a well-known batch of phones and of most emulators. */
const SHARED_ANDROID_ID = '9774d56d682e549c';

/** Forms of an Android's build, as Build.ID has it. */
const BUILDS = [
  // From Android 8: TP1A.220624.014, AP3A.240905.015.A2.
  /[A-Za-z][A-Za-z0-9]{2,4}\.\d{6}\.\d{3}(?:\.[A-Za-z0-9]+)*/,
  // Before: NRD90M and JDQ39, N2G47H; R16NW and M1AJQ of Samsung's, V417IR of emulators.
  /[A-Z]{3}\d{2}[A-Z]?/,
  /[A-Z]\d[A-Z]\d{2}[A-Z]/,
  /[A-Z]\d{2}[A-Z]{2}/,
  /[A-Z]\d[A-Z]{3}/,
  /[A-Z]\d{3}[A-Z]{2}/,
  // S1RXS32.50-13-25 of Motorola's.
  /[A-Z][A-Z\d]{3,6}\d{2}\.\d+(?:-\d+)+/,
];
/** What signed a build may follow it. */
const ANDROID_BUILD = new RegExp(`^(?:${BUILDS.map(({ source }) => source).join('|')})(?: [a-z]+-keys)?$`);

/** Whether this names nobody, a device or a user: it stands for an id that is missing. Without blanks around it. */
export function namesNoOne(id: string): boolean {
  if (id.length <= LONGEST_NOTHING && NOTHING.has(id.toLowerCase())) return true;
  if (EMPTY_UUID.test(id)) return true;
  const macro = MACRO.exec(id);
  // A UUID is one in braces, too.
  return macro !== null && !isUuid(macro[1] ?? '');
}

/** Whether this is the id of no single device, whatever kind of id it is given as: without blanks around it. */
export function identifiesNoOne(id: string): boolean {
  return ZEROS.test(id) || id.toLowerCase() === SHARED_ANDROID_ID || ANDROID_BUILD.test(id) || namesNoOne(id);
}
