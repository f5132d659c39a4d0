import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExactJson, JsonNumber, parseExactJson, parseExactText } from './parse-exact-json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The value, with each number converted to a float. */
function asFloats(value: ExactJson): unknown {
  if (value instanceof JsonNumber) return Number(value.source);
  if (Array.isArray(value)) return value.map(asFloats);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asFloats(member)]));
}

describe('a body of JSON', () => {
  test('keeps every number as it was written', () => {
    const numbers = ['100.0', '1e3', '-0', '1E400', '0.1000000000000000055', '12345678901234567890', '5'];
    expect(parseExactJson(bytes(`{"n":[${numbers.join(', ')}]}`))).toEqual({
      ok: true,
      value: { n: numbers.map((source) => new JsonNumber(source)) },
    });
  });

  test('keeps them in any order, and if a member is repeated', () => {
    const text = '{"10":1.0,"2":2.0,"a":3.0,"a":4.00,"b":[1.0],"b":{"c":5.0},"__proto__":6.0,"":7.0}';
    expect(parseExactText(text)).toEqual({
      ok: true,
      value: {
        '10': new JsonNumber('1.0'),
        '2': new JsonNumber('2.0'),
        a: new JsonNumber('4.00'),
        b: { c: new JsonNumber('5.0') },
        ['__proto__']: new JsonNumber('6.0'),
        '': new JsonNumber('7.0'),
      },
    });
  });

  test('is otherwise the same as with JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, noUnicodeString: false }), (text) => {
        const parsed = parseExactText(text);
        expect(parsed.ok && asFloats(parsed.value)).toEqual(JSON.parse(text));
      }),
      { numRuns: 2000, seed: 20260314 },
    );
  });

  test('does not touch any prototype', () => {
    const parsed = parseExactText('{"__proto__":{"polluted":true},"a":{"__proto__":null}}');
    expect(parsed.ok && Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('may begin with a byte order mark', () => {
    expect(parseExactJson(Buffer.from('\ufeff{}'))).toEqual({ ok: true, value: {} });
  });

  test.each([
    ['no bytes', bytes('')],
    ['white space', bytes(' \n')],
    ['form data', bytes('event=charge.success')],
    ['half an object', bytes('{"event":')],
    ['two values', bytes('{} {}')],
    ['a comma too many', bytes('{"a":1,}')],
    ['NaN', bytes('{"a":NaN}')],
    ['a quote that never ends', bytes('"\\')],
    ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0])],
  ])('is refused when it is %s', (_what, body) => {
    expect(parseExactJson(body)).toEqual({ ok: false, reason: expect.stringMatching(/valid (JSON|UTF-8)$/) });
  });

  test('is refused if it is not UTF-8, even within a string', () => {
    const body = Buffer.concat([bytes('{"a":"'), new Uint8Array([0xc3, 0x28]), bytes('"}')]);
    expect(parseExactJson(body)).toEqual({ ok: false, reason: 'the body is not valid UTF-8' });
  });

  test.each(['[', '{"a":'])('nests at most 32 levels of %s', (open) => {
    const nested = (levels: number) => `${open.repeat(levels)}0${(open === '[' ? ']' : '}').repeat(levels)}`;
    expect(parseExactText(nested(31)).ok).toBe(true);
    expect(parseExactText(nested(32)).ok).toBe(true);
    const tooDeep = { ok: false, reason: 'the body nests deeper than 32 levels' };
    expect(parseExactText(nested(33))).toEqual(tooDeep);
    // Where a recursive parser would exhaust the stack.
    expect(parseExactText(open.repeat(100_000))).toEqual(tooDeep);
  });

  test('does not count brackets in strings', () => {
    const text = JSON.stringify({ a: `${'['.repeat(99)}"\\${'{'.repeat(99)}`, b: [[1]] });
    expect(parseExactText(text).ok).toBe(true);
  });
});
