import { describe, expect, test } from 'vitest';
import { canonicalEvent } from './canonical.ts';

describe('the canonical form of an event', () => {
  test.each([
    [
      'sorts top-level members by code unit',
      { b: 1, B: 2, a: 3, '\u00e9': 4, z: 5 },
      '{"B":2,"a":3,"b":1,"z":5,"é":4}',
    ],
    ['sorts integer-like names as text', { 9: 'x', 10: 'y', a: 'z' }, '{"10":"y","9":"x","a":"z"}'],
    ['omits the signature', { b: 1, signature: 'abc', a: 2 }, '{"a":2,"b":1}'],
    ['omits members without a value', { b: undefined, a: 1 }, '{"a":1}'],
    ['keeps null', { a: null }, '{"a":null}'],
    [
      'keeps the order within values',
      { p: { z: 1, a: { d: 1, c: [2, 1] } } },
      '{"p":{"z":1,"a":{"d":1,"c":[2,1]}}}',
    ],
    [
      'sorts a surrogate pair before U+FFFD',
      { '\ufffd': 1, '\ud83d\ude00': 2 },
      '{"\u{1f600}":2,"\ufffd":1}',
    ],
    ['escapes a lone surrogate', { a: '\ud800' }, '{"a":"\\ud800"}'],
    ['of an empty event is an empty object', {}, '{}'],
  ])('%s', (_name, event, text) => {
    expect(canonicalEvent(event)).toBe(text);
  });
});
