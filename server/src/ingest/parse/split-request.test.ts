import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors/errors.ts';
import { splitRequest } from './split-request.ts';

const batch = (count: number) => JSON.stringify({ events: Array.from({ length: count }, () => ({ a: 1 })) });

describe('a request is split into', () => {
  test.each([
    ['one event', '{"event_type":"open"}', 1],
    ['one event without any member', '{}', 1],
    ['a batch of one', batch(1), 1],
    ['a batch of 50', batch(50), 50],
    ['a batch whose elements are no objects', '{"events":[1,"a",null,[[]],true]}', 5],
    ['a batch next to other members', '{"a":{"events":[1,2]},"events":[{}],"b":"events"}', 1],
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
  expect(one?.members?.map(({ text }) => text)).toEqual(['"a":"x"', '"b":[[1]]']);
  expect(two).toMatchObject({ value: 9, members: [] });
  expect(three).toMatchObject({ value: { c: { d: [{}] } }, depth: 4 });
});

test('a member named __proto__ is a member like any other', () => {
  const [event] = splitRequest('{"__proto__":{"event_type":"open"},"a":1}');
  expect(event?.members?.map(({ name }) => name)).toEqual(['__proto__', 'a']);
});

test('whatever the whitespace, an event is read as the same members', () => {
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
      const read = (text: string) => splitRequest(text).map(({ canonical }) => canonical);
      fc.pre(!Object.hasOwn(event, 'events'));
      expect(read(loose)).toEqual(read(tight));
    }),
    { seed: 7, numRuns: 500 },
  );
});

describe('an event in canonical form with its signature at the end', () => {
  const signature = 'ab'.repeat(32);
  const event = `{"a":1,"b":{"y":[],"x":"\\n"},"signature":"${signature}"}`;
  const canonical = '{"a":1,"b":{"y":[],"x":"\\n"}}';

  test.each([
    ['alone', event],
    ['in a batch', `{"events":[${event},${event}]}`],
  ])('is read without a scan, %s', (_name, text) => {
    for (const read of splitRequest(text)) {
      const value = JSON.parse(event);
      expect(read).toEqual({ value, canonical, depth: 3, members: undefined, hasTooManyMembers: false });
    }
  });

  test.each([
    ['names out of order', '{"b":1,"a":2,"signature":"S"}', '{"a":2,"b":1}'],
    ['names out of order that JavaScript prints in order', '{"b":1,"2":2,"signature":"S"}', '{"2":2,"b":1}'],
    ['a signature in between', '{"a":1,"signature":"S","z":2}', '{"a":1,"z":2}'],
    ['a name given twice', '{"a":1,"a":1,"signature":"S"}', '{"a":1,"a":1}'],
    ['a signature given twice', '{"a":1,"signature":"S","signature":"S"}', '{"a":1}'],
    ['white space', '{"a": 1,"signature":"S"}', '{"a":1}'],
    ['white space at the end', '{"a":1,"signature":"S"} ', '{"a":1}'],
    ['a number in other words', '{"a":1.0,"signature":"S"}', '{"a":1.0}'],
    ['a nested name given twice', '{"a":{"x":1,"x":1},"signature":"S"}', '{"a":{"x":1,"x":1}}'],
    ['an escape that was not needed', '{"a":"\\u0041","signature":"S"}', '{"a":"\\u0041"}'],
    ['a signature with an escape', `{"a":1,"signature":"\\"${'a'.repeat(63)}"}`, '{"a":1}'],
    ['no other member', '{"signature":"S"}', '{}'],
  ])('is scanned for with %s', (_name, sent, expected) => {
    const text = sent.replaceAll('"S"', `"${signature}"`);
    for (const body of [text, `{"events":[${event},${text}]}`, `{"events":[${text},${event}]}`]) {
      const read = splitRequest(body);
      expect(read.map((each) => each.canonical).sort()).toEqual(
        (body === text ? [expected] : [canonical, expected]).sort(),
      );
      for (const { members } of read) expect(members).toBeDefined();
    }
  });

  test('ends where the text ends', () => {
    expect(splitRequest(`{"events":[${event}],"sdk":1}`)[0]?.members).toBeDefined();
    expect(splitRequest(`{"events":[${event}]}\n`)[0]?.members).toBeDefined();
    expect(splitRequest(`{"events":[9]}`)[0]).toMatchObject({ value: 9, members: [] });
  });
});

/** A value's text with whitespace between all of its tokens. */
function spaced(value: unknown, space: string): string {
  if (Array.isArray(value))
    return `[${space}${value.map((item) => spaced(item, space)).join(`${space},${space}`)}${space}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${space}:${spaced(item, space)}`,
  );
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}
