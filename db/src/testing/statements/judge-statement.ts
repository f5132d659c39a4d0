import type { Node, RawStmt } from '@pgsql/types';
import { parse } from 'libpg-query';
import { findChangeable } from './find-changeable.ts';
import { findNodes } from './find-nodes.ts';
import { findOtherAccounts } from './find-other-accounts.ts';
import type { RecordedStatement } from './recorded-statement.ts';

/**
 * What Citus would refuse of a statement, send to all nodes, or answer wrongly; nothing of one that names no distributed
 * table. It goes by the text alone: what rests on types, sizes and places only a cluster finds.
 *
 * @param distributed the tables whose rows are spread over nodes by their account.
 */
export async function judgeStatement(
  statement: RecordedStatement,
  distributed: ReadonlySet<string>,
): Promise<string[]> {
  const { stmts = [] } = await parse(statement.onNodes ?? statement.text);
  return stmts.flatMap((raw) => judgeParsed(raw, statement, distributed));
}

/** Whether a statement is about rows that are spread over nodes. */
export async function isOfNodes(
  { text, onNodes = text }: RecordedStatement,
  distributed: ReadonlySet<string>,
): Promise<boolean> {
  const { stmts = [] } = await parse(onNodes);
  return namesAny(stmts, distributed);
}

const namesAny = (tree: unknown, tables: ReadonlySet<string>) =>
  findNodes(tree, 'RangeVar').some(({ relname = '' }) => tables.has(relname));

function judgeParsed(
  { stmt }: RawStmt,
  { isCounted }: RecordedStatement,
  distributed: ReadonlySet<string>,
): string[] {
  if (stmt === undefined) return [];
  if (!namesAny(stmt, distributed)) return [];
  return [
    ...findOtherAccounts(stmt, distributed),
    ...findChangeable(stmt),
    ...(findNodes(stmt, 'SelectStmt').some(hasNoColumns) ? ['selects no column'] : []),
    ...(isCounted && skipsSilently(stmt) ? ['decides by the rows of ON CONFLICT without RETURNING'] : []),
  ];
}

type Select = Extract<Node, { SelectStmt: unknown }>['SelectStmt'];

const hasNoColumns = ({ targetList, valuesLists, op }: Select) =>
  targetList === undefined && valuesLists === undefined && op === 'SETOP_NONE';

function skipsSilently(stmt: Node): boolean {
  if (!('InsertStmt' in stmt)) return false;
  const { onConflictClause, returningClause } = stmt.InsertStmt;
  return onConflictClause !== undefined && returningClause === undefined;
}
