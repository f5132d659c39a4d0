import { expect, test } from 'vitest';
import { redact } from './redact.ts';

const SECRET = 'EAAB/secret+token"1';

test.each([
  ['as it is', `bad token ${SECRET}!`, 'bad token [redacted]!'],
  ['in a URL', `GET /x?t=${encodeURIComponent(SECRET)}&y`, 'GET /x?t=[redacted]&y'],
  ['in JSON', JSON.stringify({ got: SECRET }), '{"got":"[redacted]"}'],
])('a credential goes out of an answer, %s', (_name, answer, expected) => {
  expect(redact(answer, [SECRET])).toBe(expected);
});

test.each([
  ['{"access_token":"abc"}', '{"access_token":"[redacted]"}'],
  ['access_token=abc&x=1', 'access_token=[redacted]&x=1'],
  ['Authorization: Bearer', 'Authorization: [redacted]'],
  ['dev_token=abc', 'dev_token=[redacted]'],
])('so does what is called one: %s', (answer, expected) => {
  expect(redact(answer, [])).toBe(expected);
});

test.each([
  [1023, 1023],
  [1024, 1024],
  [1025, 1024],
])('of %i bytes %i are kept', (size, kept) => {
  expect(redact('x'.repeat(size), [])).toHaveLength(kept);
});

test('a character at the end is whole or gone, and the secret is gone before anything is cut', () => {
  expect(redact(`${'x'.repeat(1022)}€`, [])).toBe('x'.repeat(1022));
  expect(redact(`${'x'.repeat(1020)}${SECRET}`, [SECRET])).toBe(`${'x'.repeat(1020)}[red`);
});

test('what the database cannot keep goes as well', () => {
  expect(redact('a\0b\ud800c', [])).toBe('ab�c');
});
