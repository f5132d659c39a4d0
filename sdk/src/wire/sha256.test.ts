import { createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesToHex } from './bytes-to-hex.ts';
import { hmacSha256, sha256 } from './sha256.ts';

// Every length around one, two and three blocks, and some that take many.
const LENGTHS = [...Array.from({ length: 200 }, (_, length) => length), 1000, 4096, 100_003];

test("SHA-256 is Node's for messages of any length", () => {
  for (const length of LENGTHS) {
    const message = randomBytes(length);
    expect(bytesToHex(sha256(message)), `${length} bytes`).toBe(
      createHash('sha256').update(message).digest('hex'),
    );
  }
});

test("HMAC-SHA256 is Node's for keys and messages of any length", () => {
  for (const length of LENGTHS) {
    const [key, message] = [randomBytes(length), randomBytes(200 - (length % 200))];
    expect(bytesToHex(hmacSha256(key, message)), `a key of ${length} bytes`).toBe(
      createHmac('sha256', key).update(message).digest('hex'),
    );
  }
});

// FIPS 180-4, appendix B, and RFC 4231, test case 2.
test('the examples of the standards hold', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(bytesToHex(sha256(bytes('abc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(bytesToHex(sha256(bytes('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  expect(bytesToHex(hmacSha256(bytes('Jefe'), bytes('what do ya want for nothing?')))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});
