import { expect, test } from 'vitest';
import { parseExactText } from '../parse-exact-json.ts';
import { fieldAt } from './payload-fields.ts';
import { readIdentifiers } from './read-identifiers.ts';

const CLICK = '0b7e3a58-6a67-4c0a-9a40-1f2f5d1f7a11';
const ZEROS = '00000000-0000-0000-0000-000000000000';

/** @param json a payload with metadata at these paths. */
function read(json: string, ...paths: string[]): object {
  const parsed = parseExactText(json);
  if (!parsed.ok) throw new Error(parsed.reason);
  return readIdentifiers(...paths.map((path) => fieldAt(parsed.value, path)));
}

test.each([
  ['a click id in capitals', { service_click_id: CLICK.toUpperCase() }, { service_click_id: CLICK }],
  ['a click id that is none', { service_click_id: 'summer-sale' }, {}],
  ['a click id of zeros', { service_click_id: ZEROS }, {}],
  ['a UUID as advertising id, in capitals', { gaid: CLICK.toUpperCase() }, { gaid: CLICK }],
  ['another advertising id, in capitals', { gaid: 'AB-12' }, { gaid: 'AB-12' }],
  ['an advertising id of zeros', { gaid: ZEROS }, {}],
  ['an android id in capitals', { android_id: 'A1B2' }, { android_id: 'A1B2' }],
  ['an android id that many phones share', { android_id: '9774d56d682e549c' }, {}],
  [
    'ids with blanks around them',
    { gaid: ` ${CLICK}`, android_id: 'a ', user_id: ' u' },
    { gaid: CLICK, android_id: 'a', user_id: 'u' },
  ],
  ['a person by number', { user_id: 1234567 }, { user_id: '1234567' }],
  ['nobody by a constant', { gaid: 'null', android_id: 'unknown', user_id: 'undefined' }, {}],
  ['nobody by a macro', { gaid: '{gaid}', android_id: '__ANDROID_ID__', user_id: '{user}' }, {}],
  ['a person by zero', { user_id: 0 }, { user_id: '0' }],
  ['a person by something else', { user_id: { id: 1 } }, {}],
  ['a number with decimals', { user_id: 1.5 }, {}],
  ['a number below zero', { user_id: -1 }, {}],
  ['a blank', { user_id: ' ', gaid: '' }, {}],
  ['nothing', { user_id: null, gaid: false }, {}],
  ['a NUL', { user_id: 'a\0b' }, {}],
  ['half a surrogate pair', { user_id: 'a\ud800' }, {}],
  ['a person of 512 characters', { user_id: 'u'.repeat(512) }, { user_id: 'u'.repeat(512) }],
  ['a person of 513 characters', { user_id: 'u'.repeat(513) }, {}],
  ['a device of 256 characters', { android_id: 'a'.repeat(256) }, { android_id: 'a'.repeat(256) }],
  ['a device of 257 characters', { android_id: 'a'.repeat(257), gaid: 'g' }, { gaid: 'g' }],
  ['names in other letters', { GAID: 'g', userId: 'u' }, {}],
  [
    'all of them',
    { x: 'y', user_id: 'u', android_id: 'a', gaid: 'g', service_click_id: CLICK },
    { service_click_id: CLICK, gaid: 'g', android_id: 'a', user_id: 'u' },
  ],
])('metadata with %s', (_what, metadata, identifiers) => {
  expect(read(JSON.stringify({ metadata }), 'metadata')).toEqual(identifiers);
  expect(read(JSON.stringify({ metadata: JSON.stringify(metadata) }), 'metadata')).toEqual(identifiers);
});

test('keeps a number that a float cannot hold', () => {
  expect(read('{"m":{"user_id":90071992547409931}}', 'm')).toEqual({ user_id: '90071992547409931' });
});

test('takes each id from the first place that has it', () => {
  const payload = { a: { gaid: ZEROS, user_id: 'first' }, b: '{"gaid":"second","user_id":"second"}', c: 0 };
  expect(read(JSON.stringify(payload), 'c', 'a', 'b', 'd')).toEqual({ gaid: 'second', user_id: 'first' });
});

test('lists them in the order in which they are tried', () => {
  const metadata = { user_id: 'u', android_id: 'a', gaid: 'g', service_click_id: CLICK };
  const order = ['service_click_id', 'gaid', 'android_id', 'user_id'];
  expect(Object.keys(read(JSON.stringify({ metadata }), 'metadata'))).toEqual(order);
});
