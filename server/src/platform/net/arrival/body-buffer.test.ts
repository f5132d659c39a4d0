import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { heapGrowth } from '../../../testing/costs/heap-growth.ts';
import { createBodyBudget } from './body-budget.ts';
import { BodyBuffer } from './body-buffer.ts';

const LIMIT = 262_144;
const byte = (value: number) => Uint8Array.of(value);

describe('a body', () => {
  test.each([0, 1, 2, 1000, 16_384, 16_385, 99_999])('of %i bytes is the same however it is cut', (size) => {
    const body = Uint8Array.from({ length: size }, (_, n) => n % 251);
    for (const piece of [1, 7, 4096, 70_000]) {
      let taken = 0;
      const buffer = new BodyBuffer(LIMIT, (bytes) => {
        taken += bytes;
      });
      for (let at = 0; at < size; at += piece) buffer.add(body.subarray(at, at + piece));
      expect(Buffer.compare(buffer.bytes(), body)).toBe(0);
      expect(taken).toBeGreaterThanOrEqual(size);
      expect(taken).toBeLessThanOrEqual(Math.max(16_384, 2 * size));
    }
  });

  test.each([
    [LIMIT - 1, 0],
    [LIMIT, 0],
    [LIMIT + 1, 1],
  ])('of %i bytes is too large by %i, and then nothing is kept', (size, excess) => {
    const buffer = new BodyBuffer(LIMIT, () => {});
    for (let at = 0; at < size; at++) buffer.add(byte(1));
    expect(buffer.excess).toBe(excess);
    expect(buffer.bytes().byteLength).toBe(excess > 0 ? 0 : size);
  });

  test('cut into single bytes costs what it holds', async () => {
    const buffers: BodyBuffer[] = [];
    const growth = await heapGrowth(() => {
      for (let n = 0; n < 8; n++) {
        const buffer = new BodyBuffer(LIMIT, () => {});
        for (let at = 0; at < LIMIT; at++) buffer.add(byte(at % 256));
        buffers.push(buffer);
      }
    });
    expect(buffers).toHaveLength(8);
    expect(growth).toBeLessThan(8 * 2 * LIMIT);
  });
});

describe('the budget', () => {
  const open = () => createBodyBudget(new Registry(), { inAll: 100, perHolder: 40 });

  test.each([39, 40])('of an address has room for %i of 40', (bytes) => {
    expect(() => open().take('a', bytes)).not.toThrow();
  });

  test('refuses an address what is above its own, and no other', () => {
    const budget = open();
    budget.take('a', 40);
    expect(() => budget.take('a', 1)).toThrow(expect.objectContaining({ code: 'RATE_LIMIT', retryAfter: 5 }));
    budget.take('b', 40);
    budget.giveBack('a', 1);
    budget.take('a', 1);
  });

  test('refuses what is above that of all', () => {
    const budget = open();
    for (const address of ['a', 'b']) budget.take(address, 40);
    budget.take('c', 20);
    expect(() => budget.take('d', 1)).toThrow(expect.objectContaining({ code: 'OVERLOADED', retryAfter: 5 }));
    budget.giveBack('b', 40);
    budget.take('d', 40);
  });
});
