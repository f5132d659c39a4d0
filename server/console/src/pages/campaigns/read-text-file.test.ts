import { expect, test } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const TEXT = 'Kampagne;Betrag\r\nFrühjahr;12,50\r\n';

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16 big endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
  ['UTF-16 without a byte order mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 big endian without a byte order mark', Buffer.from(TEXT, 'utf16le').swap16()],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
])('a file of ad spend is read in %s', async (_encoding, bytes) => {
  expect(await readTextFile(new Blob([bytes]))).toBe(TEXT);
});
