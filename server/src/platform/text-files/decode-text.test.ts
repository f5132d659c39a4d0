import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

/** Text in each encoding that programs for tables write. */
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 little endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 big endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'UTF-16 little endian without a byte order mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 big endian without a byte order mark': (text) => Buffer.from(text, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1'),
};

async function decode(bytes: Uint8Array, portion = 65_536): Promise<string> {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += portion) chunks.push(bytes.subarray(at, at + portion));
  let text = '';
  for await (const part of decodeText(chunks)) text += part;
  return text;
}

const TEXT = 'Kampagne;Betrag\r\n"Frühjahr € ÿþ";12,50\r\nGrüße;3\n';

describe.each([1, 3, 64, 1000, 4096])('in portions of %i bytes', (portion) => {
  test.each(Object.keys(ENCODINGS))('reads %s', async (name) => {
    const encode = ENCODINGS[name] ?? Buffer.from;
    const long = TEXT + 'x,y\n'.repeat(700) + TEXT;
    for (const text of [TEXT, long]) expect(await decode(encode(text), portion)).toBe(text);
  });

  test('reads letters of four bytes and the sign for what cannot be read', async () => {
    expect(await decode(Buffer.from('a\uFFFD🎉日\n🎉'), portion)).toBe('a\uFFFD🎉日\n🎉');
  });

  test.each([
    ['that changes from UTF-8', [Buffer.from('ä\nb\r\n'), Buffer.from('c\xe4d\n', 'latin1')], 'line 3'],
    [
      'that changes from UTF-8 after the sign for what cannot be read',
      [Buffer.from('\uFFFD\n'), Buffer.from([0xff, 10])],
      'line 2',
    ],
    ['that ends within a letter', [Buffer.from('a\nä').subarray(0, 3)], 'line 2'],
    ['with bytes that no encoding has', [Buffer.from('a\nb\x81\n', 'latin1')], 'line 2'],
    [
      'with half a letter of UTF-16',
      [Buffer.from('\uFEFFa\nb\n', 'utf16le'), Buffer.from([0, 0xd8, 65, 0])],
      'UTF-16',
    ],
  ])('refuses a file %s', async (_what, parts, message) => {
    const refused = decode(Buffer.concat(parts), portion);
    await expect(refused).rejects.toThrow(/^the file: line \d+ is not UTF-(8|16): it must be UTF-8/);
    await expect(refused).rejects.toThrow(message);
  });
});

test.each([
  ['a workbook', Buffer.from('504b030414000600', 'hex')],
  ['a workbook of before 2007', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
])('refuses %s', async (_what, bytes) => {
  await expect(decode(bytes)).rejects.toThrow('the file: is a workbook, not a text: save it as CSV');
});
