import { describe, expect, test } from 'vitest';
import { createBudget } from './budget.ts';

const open = () => createBudget({ inAll: 10, perHolder: 4 });

describe('a budget', () => {
  test.each([
    [3, null],
    [4, null],
    [5, 'holder'],
  ])('of 4 for a holder has room for %i: %s', (amount, excess) => {
    const budget = open();
    expect(budget.take('a', amount)).toBe(excess);
    expect(budget.heldBy('a')).toBe(excess === null ? amount : 0);
  });

  test('of 10 for all has no room for more, whoever takes it', () => {
    const budget = open();
    for (const holder of ['a', 'b']) budget.take(holder, 4);
    expect(budget.take('c', 2)).toBeNull();
    expect(budget.take('d', 1)).toBe('all');
    expect(budget.held).toBe(10);
  });

  test('has room again for what was given back', () => {
    const budget = open();
    budget.take('a', 4);
    budget.giveBack('a', 1);
    expect(budget.take('a', 2)).toBe('holder');
    expect(budget.take('a', 1)).toBeNull();
    budget.giveBack('a', 4);
    expect([budget.held, budget.heldBy('a')]).toEqual([0, 0]);
  });

  test('gives as much as is left of what is wanted', () => {
    const budget = open();
    expect(['a', 'a', 'a'].map((holder) => budget.takeUpTo(holder, 3))).toEqual([3, 1, 0]);
    expect(['b', 'c'].map((holder) => budget.takeUpTo(holder, 9))).toEqual([4, 2]);
  });

  test('that is not bounded has room for everything', () => {
    expect(createBudget({}).take('a', Number.MAX_SAFE_INTEGER)).toBeNull();
  });
});
