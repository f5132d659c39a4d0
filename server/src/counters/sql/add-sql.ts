import { type Columns, definitions } from '../columns.ts';
import { type Contribution, type Counter, columnsOf } from '../counter.ts';
import { isGroupTwin } from '../registry.ts';
import { columnsRead } from './columns-read.ts';
import { selectContributions, selectSplit } from './select-contributions.ts';

/** A contribution of facts that are given as rows, alike ones as one. */
export interface GivenFacts {
  readonly contribution: Contribution;
  readonly columns: readonly string[];
}

/** How a counter is added to: a statement whose parameters are JSON. */
export interface AddStatement {
  readonly counter: Counter;
  readonly name: string;
  /** `$1` are contributions, `$2` of a group twin the values that it counts in the rest, and further ones the facts of `given`. */
  readonly text: string;
  readonly given: readonly GivenFacts[];
}

const REST = {
  join: `
    left join json_to_recordset($2::json)
      as rest (customer_id uuid, app_id uuid, dimension text, month date, value text)
      on rest.customer_id = fact.customer_id and rest.app_id = fact.app_id and rest.dimension = own.dimension
        and rest.month = date_trunc('month', fact.day::timestamp)::date and rest.value = own.value`,
  isRest: 'rest.value is not null',
};

const rowsOf = (parameter: number, columns: Columns) =>
  `json_to_recordset($${parameter}::json) as given (${definitions(columns)})`;

/** Whether rows of these facts are ever given: of others only what they contribute is. */
const isGiven = ({ of }: Contribution) => of.columns.customer_id !== undefined;

/**
 * Each row of a counter is changed once, in the order of their keys, so that no two who change several wait for each other. Amounts are
 * added up by the database, which does it exactly; what comes to nothing is left out.
 */
export function addStatement(counter: Counter): AddStatement {
  const given = counter.facts
    .filter(isGiven)
    .map((contribution) => ({ contribution, columns: columnsRead(counter, contribution) }));
  const first = isGroupTwin(counter) ? 3 : 2;
  const selects = given.map(({ contribution, columns }, at) => {
    const all = contribution.of.columns;
    const read = Object.fromEntries(columns.map((name) => [name, all[name] ?? 'text']));
    const source = { from: rowsOf(at + first, { ...read, times: 'bigint' }), times: 'given.times' };
    return isGroupTwin(counter)
      ? selectSplit(counter, contribution, source, REST)
      : selectContributions(counter, contribution, source);
  });
  const keys = Object.keys(counter.key);
  const sums = Object.keys(counter.sums);
  const key = keys.join(', ');
  const text = `
    insert into ${counter.table} as counts (${key}, ${sums.join(', ')})
    select ${key}, ${sums.map((name) => `sum(${name})`).join(', ')}
    from (
      select ${key}, ${sums.join(', ')} from ${rowsOf(1, columnsOf(counter))}
      ${selects.map((select) => `union all ${select}`).join('\n')}
    ) as added
    group by ${key}
    having (${sums.map((name) => `sum(${name})`).join(', ')}) <> (${sums.map(() => '0').join(', ')})
    order by ${keys.map((name) => (counter.key[name] === 'text' ? `${name} collate "C"` : name)).join(', ')}
    on conflict (${key}) do update set ${sums.map((name) => `${name} = counts.${name} + excluded.${name}`).join(', ')}`;
  return { counter, name: `add-to-${counter.name}`, text, given };
}
