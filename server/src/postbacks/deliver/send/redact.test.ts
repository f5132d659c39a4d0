import { expect, test } from 'vitest';
import { redact } from './redact.ts';

const SECRET = 'EAAB/secret+token"1';

test.each([
  ['as it is', `bad token ${SECRET}!`, 'bad token [redacted]!'],
  ['in a URL', `GET /x?t=${encodeURIComponent(SECRET)}&y`, 'GET /x?t=[redacted]&y'],
  ['in JSON', JSON.stringify({ got: SECRET }), '{"got":"[redacted]"}'],
  ['in JSON within JSON', JSON.stringify(JSON.stringify([SECRET])), '"[\\"[redacted]\\"]"'],
  ['in JSON that escapes slashes', '{"got":"EAAB\\/secret+token\\"1"}', '{"got":"[redacted]"}'],
  ['in JSON by numbers', '{"got":"EAAB/secret\\u002Btoken\\u00221"}', '{"got":"[redacted]"}'],
  ['in a URL in lower case', 'GET /x?t=EAAB%2fsecret%2btoken%221&y', 'GET /x?t=[redacted]&y'],
  ['in HTML', '<b>EAAB/secret+token&quot;1</b>', '<b>[redacted]</b>'],
  ['in HTML by numbers', '<b>EAAB&#x2F;secret&#x2B;token&#x22;1</b>', '<b>[redacted]</b>'],
  ['more than once', `${SECRET} ${SECRET}`, '[redacted] [redacted]'],
])('a credential goes out of an answer, %s', (_name, answer, expected) => {
  expect(redact(answer, [SECRET])).toBe(expected);
});

test('a form encodes more than a URL has to, and nothing of it stays', () => {
  const secret = "a!b'c(d)e*f~g.h_i-j$k";
  const { search } = new URL(`https://x.example/?${new URLSearchParams({ t: secret })}`);
  expect(redact(search, [secret])).toBe('?t=[redacted]');
});

test('a secret is taken letter by letter, not as a pattern', () => {
  expect(redact('abcXdef', ['abc.def'])).toBe('abcXdef');
});

test('the longest credential and answer are redacted in time', () => {
  const secret = '-/+='.repeat(1024);
  const answer = `${'-/+='.repeat(16_000)}x`;
  expect(redact(answer, [secret])).toContain('[redacted]');
});

test.each([
  ['{"access_token":"abc"}', '{"access_token":"[redacted]"}'],
  ['"{\\"access_token\\":\\"abc\\"}"', '"{\\"access_token\\":\\"[redacted]\\"}"'],
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
