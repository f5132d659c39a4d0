import superjson, { type SuperJSONResult } from 'superjson';
import { describe, expect, it } from 'vitest';
import { writeOutput } from './write-output.ts';

/** What a client makes of an output that came over the wire. */
const received = (value: unknown): unknown =>
  superjson.deserialize(JSON.parse(JSON.stringify(writeOutput(value))) as SuperJSONResult);

describe('an output', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'x'],
    ['a number', 1.5],
    ['a list', [1, [true, null], {}]],
    ['an object', { a: { b: ['c'] } }],
    ['undefined members', { a: undefined, b: [undefined] }],
    ['dates', { at: new Date(0) }],
    ['numbers that JSON has not', [Number.NaN, Number.POSITIVE_INFINITY, -0]],
    ['big integers', { a: 2n ** 64n }],
    ['maps and sets', { a: new Map([[1, new Set(['x'])]]) }],
  ])('arrives as it is: %s', (_what, value) => {
    expect(received(value)).toStrictEqual(value);
  });

  it('may have members of any name', () => {
    const value = JSON.parse('{"constructor":{"prototype":1},"a":{"__proto__":2}}') as unknown;
    expect(JSON.stringify(writeOutput(value))).toBe(
      '{"json":{"constructor":{"prototype":1},"a":{"__proto__":2}}}',
    );
  });

  it('is written as fast as it is read, however long it is', () => {
    const days = Array.from({ length: 80_000 }, (_, n) => ({
      date: `day ${n}`,
      total: n,
      by_model: {},
      by_channel: {},
    }));
    const startedAt = performance.now();
    for (let turn = 0; turn < 3; turn++) writeOutput({ days });
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });
});
