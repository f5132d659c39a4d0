import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type BackupRecord, decodeRecords, encodeRecords } from './backup-records.ts';

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

const RECORDS: BackupRecord[] = [
  { kind: 'note', value: { table: 'é', columns: ['a'] } },
  { kind: 'rows', bytes: randomBytes(70_000) },
  { kind: 'rows', bytes: Buffer.alloc(0) },
  { kind: 'note', value: null },
];

async function collect<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items = [];
  for await (const item of source) items.push(item);
  return items;
}

async function encode(): Promise<Buffer> {
  return Buffer.concat(await collect(encodeRecords(each(RECORDS))));
}

function decode(bytes: Buffer, size: number): Promise<BackupRecord[]> {
  const pieces = [];
  for (let from = 0; from < bytes.length; from += size) pieces.push(bytes.subarray(from, from + size));
  return collect(decodeRecords(each(pieces)));
}

describe('the records of a backup', () => {
  test.each([1, 4, 5, 6, 1000, 1_000_000])(
    'are the same after they came in pieces of %i bytes',
    async (size) => {
      expect(await decode(await encode(), size)).toEqual(RECORDS);
    },
  );

  test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['ends in a record', (bytes) => bytes.subarray(0, -1), /is cut off/],
    ['ends in a head', (bytes) => Buffer.concat([bytes, Buffer.from([1, 0])]), /is cut off/],
    ['has an unknown kind', () => Buffer.from([9, 0, 0, 0, 0]), /unknown kind/],
    ['has a record of 4 GB', () => Buffer.from([2, 255, 255, 255, 255]), /too long/],
  ])('are refused where what was read %s', async (_, change, message) => {
    await expect(decode(change(await encode()), 1000)).rejects.toThrow(message);
  });
});
