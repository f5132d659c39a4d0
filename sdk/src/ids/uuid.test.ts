import { getRandomValues } from 'node:crypto';
import { expect, test } from 'vitest';
import { isUuidV4 } from '../wire/optional-fields.ts';
import { uuidV4, uuidV7 } from './uuid.ts';

const random = (count: number) => getRandomValues(new Uint8Array(count));

test('version 4 UUIDs are valid and distinct', () => {
  const many = Array.from({ length: 200 }, () => uuidV4(random));
  expect(many.filter((id) => !isUuidV4(id))).toEqual([]);
  expect(new Set(many).size).toBe(200);
});

test('a version 7 UUID starts with its time and has the right version and variant', () => {
  const id = uuidV7(random, 0x0192_3456_789a);
  expect(id).toMatch(/^01923456-789a-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(isUuidV4(id)).toBe(false);
});

test('version 7 UUIDs of later times sort later', () => {
  const ids = [1, 2, 255, 256, 70_000, 1_767_225_600_000].map((now) => uuidV7(random, now));
  expect([...ids].sort()).toEqual(ids);
});
