import type { Node } from '@pgsql/types';

/** A query that may become part of the one that it stands in. */
export const isPlainSelect = (query: Node | undefined) =>
  query !== undefined && 'SelectStmt' in query && query.SelectStmt.lockingClause === undefined;

/** A subquery that becomes a join where it is a condition. */
export const isSemiJoin = (type: string | undefined) => type === 'EXISTS_SUBLINK' || type === 'ANY_SUBLINK';

/** What a comparison compares: the members of a row, or a single expression. */
export const partsOf = (node: Node | undefined): readonly (Node | undefined)[] =>
  node !== undefined && 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node];
