import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { reviveInput } from './revive-input.ts';

const sent = (value: unknown): unknown => JSON.parse(superjson.stringify(value));
const marked = (json: unknown, values: unknown, more: object = { v: 1 }) => ({
  json,
  meta: { values, ...more },
});
const marks = (count: number) => {
  const paths = Array.from({ length: count }, (_, n) => `a${n}`);
  return marked(
    Object.fromEntries(paths.map((path) => [path, null])),
    Object.fromEntries(paths.map((path) => [path, ['undefined']])),
  );
};
const long = (length: number) =>
  marked({ ['a'.repeat(length)]: null }, { ['a'.repeat(length)]: ['undefined'] });

describe('an input that superjson sent', () => {
  test.each([
    ['nothing', undefined],
    ['plain JSON', { a: [1, 'x', null, { b: true }] }],
    ['undefined members', { a: undefined, b: { c: undefined, d: [undefined, 1] } }],
    ['dates', { at: new Date(0), all: [new Date(1), { of: new Date(-1e14) }] }],
    ['a date alone', new Date(7)],
    ['names with dots and backslashes', { 'a.b': undefined, 'c\\d': new Date(2), '\\.': { '': undefined } }],
    ['members of arrays by number', Array.from({ length: 12 }, (_, n) => new Date(n))],
    ['characters beyond the first plane', { '\u{1f389}.': { '\n': undefined } }],
  ])('is put back: %s', (_what, value) => {
    expect(reviveInput(sent(value))).toStrictEqual(value);
  });

  test('may come from an older superjson, which wrote no version and left backslashes alone', () => {
    const older = {
      json: { 'a\\b': null, c: { 'd.e': null } },
      meta: { values: { 'a\\b': ['undefined'], 'c.d\\.e': ['undefined'] } },
    };
    expect(reviveInput(older)).toStrictEqual({ 'a\\b': undefined, c: { 'd.e': undefined } });
  });

  test('may have 256 marked values, with paths of 512 characters', () => {
    expect(Object.keys(reviveInput(marks(256)) as object)).toHaveLength(256);
    expect(reviveInput(long(512))).toStrictEqual({ ['a'.repeat(512)]: undefined });
  });
});

describe('an input is refused that', () => {
  test.each<[string, unknown]>([
    ['is no object', 'x'],
    ['is null', null],
    ['is a list', []],
    ['has the prototype for an argument', JSON.parse('{"json":{"__proto__":{}}}')],
    ['has no object for meta', { json: {}, meta: 1 }],
    ['has no object for values', marked({}, 'x')],
    ['has another version', marked({}, {}, { v: 2 })],
    ['holds an object twice', sent([{}].flatMap((one) => [one, one]))],
    ['has anything else in meta', marked({}, {}, { classes: [] })],
    ['marks a typed array', marked({ a: 3 }, { a: [['typed-array', 'Float64Array']] })],
    ['marks a class', marked({ a: {} }, { a: [['class', 'Buffer']] })],
    ['marks what is custom', marked({ a: 1 }, { a: [['custom', 'x']] })],
    ['marks a symbol', marked({ a: 'x' }, { a: [['symbol', 'x']] })],
    ['marks a map', sent({ a: new Map() })],
    ['marks a set', sent({ a: new Set([1]) })],
    ['marks a bigint', sent({ a: 1n })],
    ['marks a number', sent({ a: Number.NaN })],
    ['marks a regular expression', sent({ a: /x/ })],
    ['marks an error', sent({ a: new Error('x') })],
    ['marks a URL', sent({ a: new URL('http://a.b') })],
    ['marks itself as a set', sent(new Set())],
    ['marks what is inside of a mark', marked({ a: null }, { a: ['undefined', { b: ['Date'] }] })],
    ['marks in the shape of a tree', marked({ a: { b: null } }, { a: { b: ['undefined'] } })],
    ['marks nothing', marked({ a: null }, { a: [] })],
    ['marks what is not there', marked({}, { a: ['undefined'] })],
    ['marks what is not there, far down', marked({ a: 1 }, { 'a.b.c.d': ['undefined'] })],
    ['makes a list longer', marked({ a: [] }, { 'a.4294967294': ['undefined'] })],
    ['sets the length of a list', marked({ a: [] }, { 'a.length': ['undefined'] })],
    ['reaches for the prototype', marked({ a: {} }, { 'a.__proto__.x': ['undefined'] })],
    [
      'reaches for a constructor',
      marked({ constructor: { prototype: null } }, { 'constructor.prototype': ['undefined'] }),
    ],
    ['has a malformed path', marked({ 'a\\b': null }, { 'a\\b': ['undefined'] })],
    ['has a path that ends in a backslash', marked({ a: null }, { 'a\\': ['undefined'] })],
    ['says undefined of a value', marked({ a: 1 }, { a: ['undefined'] })],
    ['has a date that is none', marked({ a: 'tomorrow' }, { a: ['Date'] })],
    ['has a date that is a number', marked({ a: 1 }, { a: ['Date'] })],
    ['has a date that is null', marked({ a: null }, { a: ['Date'] })],
    ['has an endless date', marked({ a: `2026-01-01${' '.repeat(1000)}` }, { a: ['Date'] })],
    ['has 257 marked values', marks(257)],
    ['has a path of 513 characters', long(513)],
  ])('%s', (_what, payload) => {
    expect(() => reviveInput(payload)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  });
});
