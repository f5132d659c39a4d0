import type { Node } from '@pgsql/types';
import { findNodes } from './find-nodes.ts';

/**
 * Functions whose answer may differ for the same arguments (STABLE and VOLATILE), as far as one could think of using them
 * there. Some answer so for certain types only; those are named all the same.
 */
const CHANGEABLE = new Set(
  `age clock_timestamp concat concat_ws current_setting date_part date_trunc extract format gen_random_uuid json_agg
  json_build_array json_build_object jsonb_agg jsonb_build_array jsonb_build_object nextval now random row_to_json
  statement_timestamp to_char to_date to_json to_jsonb to_number transaction_timestamp`.split(/\s+/),
);

/** Functions that may answer otherwise another time, where Citus refuses them. */
export function findChangeable(stmt: Node): string[] {
  const returned = [...findNodes(stmt, 'UpdateStmt'), ...findNodes(stmt, 'DeleteStmt')].flatMap((changed) =>
    changeableIn(changed.returningClause),
  );
  const set = findNodes(stmt, 'InsertStmt').flatMap(({ onConflictClause }) => changeableIn(onConflictClause));
  return [
    ...returned.map((name) => `${name} in RETURNING of UPDATE or DELETE`),
    ...set.map((name) => `${name} in ON CONFLICT DO UPDATE`),
  ];
}

function changeableIn(tree: unknown): string[] {
  const called = findNodes(tree, 'FuncCall').map(({ funcname = [] }) => lastName(funcname));
  const clocks = findNodes(tree, 'SQLValueFunction').map(() => 'current_timestamp');
  return [...called.filter((name) => CHANGEABLE.has(name)), ...clocks];
}

function lastName(names: readonly Node[]): string {
  const last = names.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}
