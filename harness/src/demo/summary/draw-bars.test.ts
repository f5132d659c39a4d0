import { describe, expect, test } from 'vitest';
import { drawBars } from './draw-bars.ts';

const row = (label: string, value: number) => ({ label, value, cells: [String(value)] });

describe('a table with bars', () => {
  test('aligns labels and numbers, and draws bars relative to the largest', () => {
    expect(drawBars([row('organic', 200), row('email', 100), row('sms', 0)])).toEqual([
      `  organic  200  ${'█'.repeat(28)}`,
      `  email    100  ${'█'.repeat(14)}`,
      '  sms        0',
    ]);
  });

  test('has a sliver for what is small, and none for what is negative', () => {
    expect(drawBars([row('a', 10_000), row('b', 1), row('c', -5)]).slice(1)).toEqual([
      '  b      1  ▏',
      '  c     -5',
    ]);
  });

  test('has headings that count for the widths', () => {
    expect(drawBars([row('a', 7)], ['campaign', 'installs'])).toEqual([
      '  campaign  installs',
      `  a                7  ${'█'.repeat(28)}`,
    ]);
  });

  test('says that there is nothing', () => {
    expect(drawBars([])).toEqual(['  none']);
  });

  test('has no bars where everything is 0', () => {
    expect(drawBars([row('a', 0)])).toEqual(['  a  0']);
  });
});
