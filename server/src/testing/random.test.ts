import { expect, test } from 'vitest';
import { randomFor } from './random.ts';

const draw = (count: number, of: () => number) => Array.from({ length: count }, of);

test('a name gives the same stream every time, and these numbers for ever', () => {
  const random = randomFor('known', 1);
  expect(draw(4, random.next)).toEqual(draw(4, randomFor('known', 1).next));
  expect(draw(3, randomFor('known', 1).next).map((value) => value.toFixed(9))).toEqual(KNOWN);
});

test('streams of names that differ by a little have nothing in common', () => {
  const [one, other] = [draw(1000, randomFor(1, 'a').next), draw(1000, randomFor(1, 'b').next)];
  expect(one.filter((value) => other.includes(value))).toEqual([]);
  const product = one.reduce((sum, value, index) => sum + (value - 0.5) * ((other[index] ?? 0) - 0.5), 0);
  expect(Math.abs(product / 1000)).toBeLessThan(0.01);
});

test('numbers are spread evenly, integers include both ends', () => {
  const random = randomFor('even');
  const counts = new Map<number, number>();
  for (let i = 0; i < 6000; i++) {
    const value = random.integer(1, 6);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('a log-normal value lies below its median half of the time', () => {
  const random = randomFor('log-normal');
  const below = draw(4000, () => random.logNormal(30, 0.8)).filter((value) => value < 30).length;
  expect(below / 4000).toBeCloseTo(0.5, 1);
});

test('items come up by their share', () => {
  const random = randomFor('weighted');
  const items = [
    { name: 'rare', share: 1 },
    { name: 'common', share: 3 },
    { name: 'never', share: 0 },
  ];
  const names = Array.from({ length: 4000 }, () => random.weighted(items).name);
  expect(names.filter((name) => name === 'rare').length / 4000).toBeCloseTo(0.25, 1);
  expect(names).not.toContain('never');
});

test('uuids are of version 4 and do not repeat', () => {
  const random = randomFor('uuid');
  const ids = Array.from({ length: 1000 }, () => random.uuid());
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

const KNOWN = ['0.961807881', '0.276949710', '0.162227848'];
