import { type Counter, columnsOf } from '../counter.ts';
import type { FactTable } from '../fact-table.ts';
import { selectContributions } from './select-contributions.ts';

/**
 * SQL of what facts contribute to a counter, one row for each of its own.
 *
 * @param from SQL that gives the columns of the facts.
 * @throws for facts that the counter does not count.
 */
export function sumContributions(counter: Counter, facts: FactTable, from: string): string {
  const contribution = counter.facts.find(({ of }) => of === facts);
  if (contribution === undefined) throw new Error(`${counter.table} does not count ${facts.name}`);
  const key = Object.keys(counter.key).join(', ');
  const columns = Object.keys(columnsOf(counter)).map((name) =>
    name in counter.sums ? `sum(${name})::${counter.sums[name]} as ${name}` : name,
  );
  return `
    select ${columns.join(', ')} from (${selectContributions(counter, contribution, { from })}) fact
    group by ${key}`;
}
