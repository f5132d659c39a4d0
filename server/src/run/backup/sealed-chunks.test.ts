import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openChunks, sealChunks } from './sealed-chunks.ts';

const KB64 = 65_536;
const SEALED = KB64 + 16;
const key = createSecretKey(randomBytes(32));

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

const seal = (bytes: Buffer, size = 1000) => collect(sealChunks(key, inPieces(bytes, size)));
const open = (bytes: Buffer, size = 777) => collect(openChunks(key, inPieces(bytes, size)));

describe('a sealed stream', () => {
  test.each([0, 1, KB64 - 1, KB64, KB64 + 1, 2 * KB64, 3 * KB64 + 5])(
    'of %i bytes opens again',
    async (length) => {
      const bytes = randomBytes(length);
      const sealed = await seal(bytes);
      expect(sealed.length).toBe(length + 16 * Math.max(1, Math.ceil(length / KB64)));
      expect((await open(sealed)).equals(bytes)).toBe(true);
      expect((await open(sealed, 200_000)).equals(bytes)).toBe(true);
    },
  );

  test.each<[string, (sealed: Buffer) => Buffer]>([
    ['is cut within a chunk', (sealed) => sealed.subarray(0, -1)],
    ['is cut between chunks', (sealed) => sealed.subarray(0, 2 * SEALED)],
    ['is cut to nothing', () => Buffer.alloc(0)],
    ['lacks a chunk', (sealed) => Buffer.concat([sealed.subarray(0, SEALED), sealed.subarray(2 * SEALED)])],
    [
      'has chunks in another order',
      (sealed) =>
        Buffer.concat([
          sealed.subarray(SEALED, 2 * SEALED),
          sealed.subarray(0, SEALED),
          sealed.subarray(2 * SEALED),
        ]),
    ],
    ['goes on after its end', (sealed) => Buffer.concat([sealed, sealed.subarray(0, 20)])],
    [
      'has another bit',
      (sealed) => {
        const copy = Buffer.from(sealed);
        copy.writeUInt8(copy.readUInt8(SEALED + 5) ^ 1, SEALED + 5);
        return copy;
      },
    ],
  ])('does not open when it %s', async (_, damage) => {
    const sealed = await seal(randomBytes(2 * KB64 + 100));
    await expect(open(damage(sealed))).rejects.toThrow('the backup is damaged or was cut short');
  });

  test('does not open with another key', async () => {
    const sealed = await seal(Buffer.from('secret'));
    expect(sealed.includes('secret')).toBe(false);
    const other = createSecretKey(randomBytes(32));
    await expect(collect(openChunks(other, inPieces(sealed, 99)))).rejects.toThrow('damaged');
  });
});
