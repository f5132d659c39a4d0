import { describe, expect, test } from 'vitest';
import { compareTurns, type TurnOfBoth } from './compare-turns.ts';

/** A turn for each ratio of CPU time; rates are the reverse. */
const turnsOf = (...ratios: number[]): TurnOfBoth[] =>
  ratios.map((ratio) => ({
    before: { micros: 50, rate: 1000 },
    now: { micros: 50 * ratio, rate: 1000 / ratio },
  }));

describe('the comparison of turns', () => {
  test('has the median of each side and of the ratios, and all that was seen of six turns', () => {
    const { cpu, rate } = compareTurns(turnsOf(1.1, 1.5, 1.2, 1.4, 1.3, 1.6));
    expect(cpu).toEqual({
      before: 50,
      now: expect.closeTo(67.5),
      ratio: expect.closeTo(1.35),
      from: expect.closeTo(1.1),
      to: expect.closeTo(1.6),
      verdict: 'worse',
    });
    expect(rate).toMatchObject({ ratio: expect.closeTo(0.742, 3), verdict: 'worse' });
  });

  test('takes the ratio of each turn, since both sides of it were measured in the same minute', () => {
    const slowMachine = { before: { micros: 100, rate: 10 }, now: { micros: 110, rate: 9 } };
    const fastMachine = { before: { micros: 10, rate: 100 }, now: { micros: 11, rate: 90 } };
    const { cpu, rate } = compareTurns([slowMachine, fastMachine, slowMachine]);
    expect(cpu).toMatchObject({
      ratio: expect.closeTo(1.1),
      from: expect.closeTo(1.1),
      to: expect.closeTo(1.1),
    });
    expect(rate).toMatchObject({ ratio: expect.closeTo(0.9), from: expect.closeTo(0.9) });
  });

  test('says better where every ratio is', () => {
    const { cpu, rate } = compareTurns(turnsOf(0.9, 0.8, 0.95, 0.99, 0.7, 0.9));
    expect([cpu.verdict, rate.verdict]).toEqual(['better', 'better']);
  });

  test('cannot tell what lies on both sides of 1, nor what few turns show', () => {
    expect(compareTurns(turnsOf(1.3, 1.3, 1.3, 1.3, 1.3, 0.99)).cpu.verdict).toBe('same');
    expect(compareTurns(turnsOf(1.3, 1.3, 1.3, 1.3, 1.3)).cpu.verdict).toBe('same');
    expect(compareTurns(turnsOf(1, 1, 1, 1, 1, 1, 1)).cpu.verdict).toBe('same');
  });

  // The ranks of the interval for a median at 95 %, as tables have them.
  test.each([
    [8, 0],
    [9, 1],
    [11, 1],
    [12, 2],
    [15, 3],
    [20, 5],
  ])('leaves out of %i turns %i at either end', (turns, outliers) => {
    const { cpu } = compareTurns(turnsOf(...Array.from({ length: turns }, (_, n) => 1 + n)));
    expect(cpu.from).toBeCloseTo(1 + outliers);
    expect(cpu.to).toBeCloseTo(turns - outliers);
  });

  test('one outlier of nine turns hides nothing', () => {
    const turns = turnsOf(1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 0.2);
    expect(compareTurns(turns).cpu.verdict).toBe('worse');
  });

  test('is none without turns', () => {
    expect(() => compareTurns([])).toThrow('nothing was measured');
  });
});
