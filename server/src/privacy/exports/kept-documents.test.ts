import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createKeptDocuments } from './kept-documents.ts';

/** What was written, of that size; it says when it was let go of. */
function spool(size: number) {
  let closed = false;
  return {
    write: async () => {},
    size: () => size,
    read: async () => new Uint8Array(1),
    close: async () => {
      closed = true;
    },
    isClosed: () => closed,
  };
}

const open = (patienceMs = 0) => createKeptDocuments({ documents: 3, bytes: 100, patienceMs });

describe('documents that wait to be read', () => {
  test('are as many as there is room for; the next takes the place of the slowest reader', async () => {
    const kept = open();
    const spools = [spool(10), spool(10), spool(10), spool(10)];
    const documents = ['a', 'b', 'c'].map((person, at) => kept.keep(person, spools[at] ?? spool(1)));
    expect(spools.some((one) => one.isClosed())).toBe(false);
    for (const at of [0, 2]) await documents[at]?.chunks().next();
    await pause(5);
    kept.keep('d', spools[3] ?? spool(1));
    expect(spools.map((one) => one.isClosed())).toEqual([false, true, false, false]);
    expect(['a', 'b', 'c', 'd'].filter((person) => kept.has(person))).toEqual(['a', 'c', 'd']);
  });

  test.each([
    [59, false],
    [60, false],
    [61, true],
  ])('hold 100 bytes on the disk: %i more than 40 take the first one its place: %s', async (size, loses) => {
    const kept = open();
    const first = spool(40);
    kept.keep('a', first);
    await pause(5);
    kept.keep('b', spool(size));
    expect(first.isClosed()).toBe(loses);
  });

  test('are safe for a while, in which others are asked to come later', () => {
    const kept = open(10_000);
    for (const person of ['a', 'b', 'c']) kept.keep(person, spool(1));
    expect(() => kept.keep('d', spool(1))).toThrow(
      expect.objectContaining({ code: 'OVERLOADED', retryAfter: 10 }),
    );
  });

  test('are forgotten once they are read', async () => {
    const kept = open(10_000);
    const document = kept.keep('a', spool(1));
    expect(kept.has('a')).toBe(true);
    for await (const _ of document.chunks()) expect(kept.has('a')).toBe(false);
    expect(kept.has('a')).toBe(false);
  });
});
