import { type Contribution, type Counter, isCountedSql } from '../counter.ts';

/** The columns of a fact table that decide what its rows contribute to a counter; rows that are alike in them are counted as one. */
export function columnsRead({ key }: Counter, contribution: Contribution): string[] {
  const { of, sums } = contribution;
  const groups = key.dimension === undefined ? [] : Object.values(of.groups ?? {});
  const own = Object.keys(key).filter((name) => contribution.key[name] === undefined);
  const expressions = [
    ...own,
    isCountedSql(contribution),
    ...Object.values(contribution.key),
    ...Object.values(sums),
    ...groups,
  ];
  const words = new Set(expressions.flatMap((sql) => sql.match(/\w+/g) ?? []));
  return Object.keys(of.columns).filter((name) => words.has(name));
}
