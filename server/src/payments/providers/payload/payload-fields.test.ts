import { expect, test } from 'vitest';
import { parseExactText } from '../parse-exact-json.ts';
import { fieldAt, firstField } from './payload-fields.ts';

function parse(json: string) {
  const parsed = parseExactText(json);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

test.each([
  ['{"a":{"b":"x"}}', 'a.b', 'x'],
  ['{"a":{"b":null}}', 'a.b', null],
  ['{"a":{}}', 'a.b', undefined],
  ['{"a":"text"}', 'a.length', undefined],
  ['{"a":["x"]}', 'a.0', undefined],
  ['{"a":5}', 'a.source', undefined],
  ['null', 'a', undefined],
  // Inherited properties are not part of the payload.
  ['{}', 'constructor', undefined],
  ['{}', 'toString.name', undefined],
  ['{"__proto__":{"a":"x"}}', 'a', undefined],
])('in %s, %s is %j', (json, path, value) => {
  expect(fieldAt(parse(json), path)).toEqual({ path, value });
});

test('the first of several paths is the first that is present', () => {
  const payload = parse('{"a":null,"b":"","c":0,"d":"x"}');
  expect(firstField(payload, 'a', 'b', 'd')).toEqual({ path: 'd', value: 'x' });
  expect(firstField(payload, 'a', 'c', 'd')).toMatchObject({ path: 'c', value: { source: '0' } });
  expect(firstField(payload, 'a', 'b', 'x')).toEqual({ path: 'a or b or x', value: undefined });
});
