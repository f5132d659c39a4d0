import { flatCopy } from '../../../platform/values/memory/flat-copy.ts';

const MAX_LENGTH = 500;
const MAX_RANGES = 20;

/** What a visitor likes best: `de-AT,de;q=0.9` -> `de-at`; a tag has at most four parts that matter here. */
export function firstLanguage(acceptLanguage: string | undefined): string | null {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_LENGTH);
  // Without a weight the first is as good as any, and so it is in browsers: nearly always.
  const best = /^[^,]*;/.test(ranges) ? heaviest(ranges.split(',', MAX_RANGES)) : ranges;
  const tag = /^\s{0,9}([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})/i.exec(best)?.[1];
  return tag === undefined ? null : flatCopy(tag.toLowerCase());
}

/** The first of the ranges with the highest weight; empty if nothing is wanted. */
function heaviest(ranges: readonly string[]): string {
  const weighted = ranges.map((range) => ({ range, weight: weightOf(range) }));
  const wanted = weighted.filter(({ weight }) => weight > 0);
  return wanted.sort((a, b) => b.weight - a.weight)[0]?.range ?? '';
}

/** `pt;q=0.5` -> 0.5 */
function weightOf(range: string): number {
  const weight = /;\s*q=([\d.]{1,5})/i.exec(range)?.[1];
  return weight === undefined ? 1 : Number(weight) || 0;
}
