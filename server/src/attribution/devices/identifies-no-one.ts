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
  '[object object]',
]);
const LONGEST_NOTHING = 15;

/** A macro that nobody filled in: `{gaid}`, `${GAID}`, `[gaid]`, `<gaid>`, `__GAID__`, `%gaid%`. */
const MACRO = /^(?:\$?\{(.*)\}|\[.*\]|<.*>|__.*__|%.*%)$/s;

/** The zeros of a user who opted out. */
const ZEROS = /^[0-]+$/;

/** The Android id of a well-known batch of phones and of most emulators. */
const SHARED_ANDROID_ID = '9774d56d682e549c';

/** The build of an Android, as Build.ID has it: TP1A.220624.014, AP3A.240905.015.A2, or before Android 8 NRD90M. */
const ANDROID_BUILD = /^(?:[A-Za-z][A-Za-z0-9]{2,4}\.\d{6}\.\d{3}(?:\.[A-Za-z0-9]+)*|[A-Z]{3}\d{2}[A-Z])$/;

/** Whether this names nobody, a device or a user: it stands for an id that is missing. Without blanks around it. */
export function namesNoOne(id: string): boolean {
  if (id.length <= LONGEST_NOTHING && NOTHING.has(id.toLowerCase())) return true;
  const macro = MACRO.exec(id);
  // A UUID is one in braces, too.
  return macro !== null && !isUuid(macro[1] ?? '');
}

/** Whether this is the id of no single device, whatever kind of id it is given as: without blanks around it. */
export function identifiesNoOne(id: string): boolean {
  return ZEROS.test(id) || id.toLowerCase() === SHARED_ANDROID_ID || ANDROID_BUILD.test(id) || namesNoOne(id);
}
