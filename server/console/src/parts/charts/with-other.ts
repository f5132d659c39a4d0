import type { Series } from './series.ts';

/** As many colours as there are that can be told apart. */
export const COLOURS = 8;

const OTHER = 'Other';

/** At most as many series as there are colours: the largest, in their order, and the rest added up as "Other". */
export function withOther(series: readonly Series[]): readonly Series[] {
  if (series.length <= COLOURS) return series;
  const largest = new Set(series.toSorted((a, b) => sumOf(b) - sumOf(a)).slice(0, COLOURS - 1));
  const rest = series.filter((each) => !largest.has(each));
  const days = rest[0]?.values ?? [];
  const values = days.map((_value, at) => rest.reduce((sum, each) => sum + (each.values[at] ?? 0), 0));
  return [...series.filter((each) => largest.has(each)), { name: OTHER, values }];
}

function sumOf({ values }: Series): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
