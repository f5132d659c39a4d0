import type { KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHeader, openHeader } from './backup-header.ts';

const PASSPHRASE = 'correct horse battery staple é';

/** Deriving a key is slow by design; these need not be as slow. */
const CHEAP = 2 ** 10;

let key: KeyObject;
let text: string;
beforeAll(async () => {
  ({ key, text } = await createHeader(PASSPHRASE, CHEAP));
});

describe('the header of a backup', () => {
  test('gives the key again for the passphrase, in any spelling of its letters', async () => {
    const opened = await openHeader(Buffer.from(`${text}and what follows`), PASSPHRASE.normalize('NFD'));
    expect(opened.key.equals(key)).toBe(true);
    expect(opened.bytes).toBe(text.length);
    expect(text.length).toBeLessThan(1024);
  });

  test('is another each time', async () => {
    expect((await createHeader(PASSPHRASE, CHEAP)).key.equals(key)).toBe(false);
  });

  test('makes each guess cost 128 MB', async () => {
    const slow = await createHeader(PASSPHRASE);
    expect(slow.text).toContain('"kdf":"scrypt","n":131072,"r":8,"p":1');
    expect((await openHeader(Buffer.from(slow.text), PASSPHRASE)).key.equals(slow.key)).toBe(true);
  });

  test('does not take another passphrase', async () => {
    await expect(openHeader(Buffer.from(text), `${PASSPHRASE} `)).rejects.toThrow(
      'the passphrase is not the one that the backup was encrypted with',
    );
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ['something else', () => 'PGDMP and so on\n', /not a backup of this service/],
    ['nothing', () => '', /not a backup of this service/],
    ['a later format', (text) => text.replace('-1\n', '-2\n'), /made by a newer version/],
    ['half a header', (text) => text.slice(0, 60), /beginning of the backup is damaged/],
    ['a header without an end', (text) => text.trimEnd(), /beginning of the backup is damaged/],
    ['a key that would use up the memory', (text) => text.replace(/"n":\d+/, '"n":1073741824'), /damaged/],
    ['a cost that is none', (text) => text.replace(/"n":\d+/, '"n":1000'), /damaged/],
    ['another salt', (text) => text.replace(/"salt":"..../, '"salt":"AAAA'), /the passphrase is not the one/],
    [
      'another check',
      (text) => text.replace(/"check":"[^"]*"/, '"check":"AAAA"'),
      /the passphrase is not the one/,
    ],
  ])('does not take %s', async (_, change, message) => {
    await expect(openHeader(Buffer.from(change(text)), PASSPHRASE)).rejects.toThrow(message);
  });
});
