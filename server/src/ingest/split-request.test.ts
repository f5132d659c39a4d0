import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { canonicalText } from './canonical-text.ts';
import { splitRequest } from './split-request.ts';

const batch = (count: number) => JSON.stringify({ events: Array.from({ length: count }, () => ({ a: 1 })) });

describe('a request is taken apart into', () => {
  test.each([
    ['one event', '{"event_type":"open"}', 1],
    ['one event without any member', '{}', 1],
    ['a batch of one', batch(1), 1],
    ['a batch of 50', batch(50), 50],
    ['a batch whose elements are no objects', '{"events":[1,"a",null,[[]],true]}', 5],
    ['a batch beside other members', '{"a":{"events":[1,2]},"events":[{}],"b":"events"}', 1],
    ['a batch whose name is written with escapes', '{"\\u0065vents":[{},{}]}', 2],
    ['a batch with white space everywhere', ' \n{ "events" : [ {} ,\t{ } ] } \r\n', 2],
    ['an event that happens to have a member named events', '{"event_type":"open","events":7}', 1],
  ])('%s', (_name, text, count) => {
    expect(splitRequest(text)).toHaveLength(count);
  });
});

describe('a request is refused that', () => {
  test.each([
    ['is empty', '', 'not valid JSON'],
    ['is cut off', '{"events":[{}', 'not valid JSON'],
    ['has something after its end', '{} x', 'not valid JSON'],
    ['is a number', '7', 'must be an event object'],
    ['is null', 'null', 'must be an event object'],
    ['is an array', '[{}]', 'must be an event object'],
    ['has no events in its array', '{"events":[]}', 'must not be empty'],
    ['has 51 events', batch(51), 'no more than 50'],
    ['has events that are no array', '{"events":{}}', 'events must be an array'],
    ['gives events twice', '{"events":[{}],"events":[{}]}', 'events is given twice'],
    ['gives events twice, once as something else', '{"events":5,"events":[{}]}', 'events is given twice'],
    ['gives events twice, once with escapes', '{"events":[{}],"\\u0065vents":[{}]}', 'events is given twice'],
  ])('%s', (_name, text, message) => {
    expect(() => splitRequest(text)).toThrow(AppError);
    expect(() => splitRequest(text)).toThrow(message);
  });
});

test('each event of a batch has its own value, members and depth', () => {
  const [one, two, three] = splitRequest('{"events":[{"b":[[1]],"a":"x"},9,{"c":{"d":[{}]}}]}');
  expect(one).toMatchObject({ value: { a: 'x', b: [[1]] }, depth: 3 });
  expect(one?.members.map(({ text }) => text)).toEqual(['"a":"x"', '"b":[[1]]']);
  expect(two).toMatchObject({ value: 9, members: [] });
  expect(three).toMatchObject({ value: { c: { d: [{}] } }, depth: 4 });
});

test('a member named __proto__ is a member like any other', () => {
  const [event] = splitRequest('{"__proto__":{"event_type":"open"},"a":1}');
  expect(event?.members.map(({ name }) => name)).toEqual(['__proto__', 'a']);
});

test('whatever the white space, an event is read as the same members', () => {
  const spaces = fc
    .array(fc.constantFrom(' ', '\n', '\t', '\r'), { maxLength: 3 })
    .map((chars) => chars.join(''));
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), spaces, (event, space) => {
      const tight = JSON.stringify(event);
      const loose = `{${Object.entries(event)
        .map(
          ([key, value]) => `${space}${JSON.stringify(key)}${space}:${space}${spaced(value, space)}${space}`,
        )
        .join(',')}${space}}`;
      const read = (text: string) => splitRequest(text).map(({ members }) => canonicalText(members));
      fc.pre(!Object.hasOwn(event, 'events'));
      expect(read(loose)).toEqual(read(tight));
    }),
    { seed: 7, numRuns: 500 },
  );
});

/** A value's text with white space between all of its tokens. */
function spaced(value: unknown, space: string): string {
  if (Array.isArray(value))
    return `[${space}${value.map((item) => spaced(item, space)).join(`${space},${space}`)}${space}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${space}:${spaced(item, space)}`,
  );
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}
