import { expect, test } from 'vitest';
import { withOther } from './with-other.ts';

const series = (name: string, ...values: (number | null)[]) => ({ name, values });

test('as many series as there are colours stay as they are', () => {
  const eight = Array.from({ length: 8 }, (_, at) => series(`s${at}`, at));
  expect(withOther(eight)).toBe(eight);
});

test('of more, the seven largest stay in their order, and the rest is added up day by day', () => {
  const many = [5, 1, 9, 2, 8, 7, 6, 4, 3].map((size, at) => series(`s${at}`, size, at === 1 ? null : 1));
  const shown = withOther(many);
  expect(shown.map(({ name }) => name)).toEqual(['s0', 's2', 's4', 's5', 's6', 's7', 's8', 'Other']);
  expect(shown.at(-1)?.values).toEqual([3, 1]);
});
