import { isUuidV4 } from '@tributary/sdk/wire/optional-fields';
import { describe, expect, test } from 'vitest';
import { timeOrderedId } from './time-ordered-id.ts';

describe('ids that begin with the time', () => {
  test('are UUIDs of version 4 in form', () => {
    const ids = [-1, 0, 1.9, 1_700_000_000_000, 2 ** 48, Number.MAX_SAFE_INTEGER].map(timeOrderedId);
    expect(ids.filter((id) => !isUuidV4(id))).toEqual([]);
  });

  test('sort as their times do', () => {
    const later = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 41, 2 ** 48 - 1].map(timeOrderedId);
    expect(later.toSorted()).toEqual(later);
  });

  test('are never the same', () => {
    const ids = Array.from({ length: 10_000 }, () => timeOrderedId(1_700_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
