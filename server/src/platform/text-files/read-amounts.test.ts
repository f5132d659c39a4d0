import { describe, expect, test } from 'vitest';
import { readAmounts } from './read-amounts.ts';

async function read(amounts: readonly (string | null)[], isForeign = false): Promise<(string | null)[]> {
  async function* rows() {
    for (const amount of amounts) yield { values: { amount, other: '1,5' } } as Row;
  }
  const read_ = [];
  for await (const row of readAmounts(rows(), ['amount'], () => isForeign)) {
    expect(row.values.other).toBe('1,5');
    read_.push(row.problem ?? row.values.amount ?? null);
  }
  return read_;
}

interface Row {
  readonly values: Record<string, string | null>;
  readonly problem?: string;
}

describe('amounts', () => {
  test.each([
    [
      ['12,5', '1.234', '1.234,56', '7', '$3,00'],
      ['12.5', '1234', '1234.56', '7', '$3.00'],
    ],
    [
      ['1 234,50', '1\u00a0234', '1\u202f234,5', '2,00'],
      ['1234.50', '1234', '1234.5', '2.00'],
    ],
    [
      ['0,123', '1,234'],
      ['0.123', '1.234'],
    ],
    [
      ['1234,5', 'free', null, '-3,00'],
      ['1234.5', 'free', null, '-3,00'],
    ],
  ])('with decimal commas, %j, are read', async (given, expected) => {
    expect(await read(given)).toEqual(expected);
  });

  test.each([[['12.5', '1,234.50', '3']], [['12,5', '12.5']], [['1,234']], [['5', '7']], [['1.234']]])(
    'of a file that does not show decimal commas, %j, stay',
    async (given) => {
      expect(await read(given)).toEqual(given);
    },
  );

  test('that may be a thousand times more where commas are decimal are refused', async () => {
    expect(await read(['1.234', '5'], true)).toEqual([
      'amount: 1.234 may mean 1234 here: write 1.2340 or 1234',
      '5',
    ]);
    expect(await read(['1.234', '1.5'], true)).toEqual(['1.234', '1.5']);
  });

  test.each([4999, 5000, 5001])('are all read in a file of %i rows', async (count) => {
    const given = Array.from({ length: count }, (_, n) => (n === 7 ? '2,50' : '1.000'));
    const got = await read(given);
    expect([got.length, got[0], got[7], got.at(-1)]).toEqual([count, '1000', '2.50', '1000']);
  });
});
