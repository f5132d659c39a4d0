import type { Alias, Node } from '@pgsql/types';
import { findNodes } from './find-nodes.ts';

/** What a query calls by a name in FROM, and the columns of it. */
export interface Source {
  readonly alias: string;
  /** Whether it is known to have that column; undefined where its columns are not known. */
  has(column: string): boolean | undefined;
  /** A name for the column that no other of the statement has. */
  key(column: string): string;
}

/** The columns that a query answers, in their order; after `*` what they are rests on its sources. */
export interface Answer {
  readonly columns: readonly { readonly name: string; readonly key: string }[];
  readonly rest: readonly Source[];
}

/** Where a query looks for names: among its own sources, and then around it. */
export interface Scope {
  readonly sources: Source[];
  readonly tables: Map<string, Answer>;
  readonly outer?: Scope;
}

export const emptyScope = (outer?: Scope): Scope => ({
  sources: [],
  tables: new Map(),
  ...(outer && { outer }),
});

/** What WITH has named is known there, and no column. */
export const aloneIn = (scope: Scope): Scope => ({
  sources: [],
  tables: scope.tables,
  ...(scope.outer && { outer: aloneIn(scope.outer) }),
});

export const textOf = (node: Node | undefined) =>
  node !== undefined && 'String' in node ? (node.String.sval ?? '') : '';

/** A subquery in FROM, or what WITH has named. */
export function sourceOf(alias: Alias | undefined, answer: Answer, otherwise = ''): Source {
  const names = (alias?.colnames ?? []).map(textOf);
  const columns = answer.columns.map(({ name, key }, at) => ({ name: names[at] ?? name, key }));
  const find = (column: string) => columns.find(({ name }) => name === column)?.key;
  const behind = (column: string) => findSource(answer.rest, column);
  return {
    alias: alias?.aliasname ?? otherwise,
    has: (column) => find(column) !== undefined || behind(column) !== undefined,
    key: (column) => find(column) ?? behind(column)?.key(column) ?? `${otherwise}?.${column}`,
  };
}

/** A function in FROM. @param defines where its columns are defined. */
export function functionSource(alias: Alias | undefined, defines: unknown, id: string): Source {
  const defined = findNodes({ defines }, 'ColumnDef').map(({ colname = '' }) => colname);
  const names = [...(alias?.colnames ?? []).map(textOf), ...defined];
  return {
    alias: alias?.aliasname ?? '',
    has: (column) => names.includes(column),
    key: (column) => `${id}.${column}`,
  };
}

/** The source that an unqualified column is of: one that is known to have it, or the only one that may. */
export function findSource(sources: readonly Source[], column: string): Source | undefined {
  const surely = sources.find((source) => source.has(column) === true);
  if (surely) return surely;
  const perhaps = sources.filter((source) => source.has(column) === undefined);
  return perhaps.length === 1 ? perhaps[0] : undefined;
}

export function findTable(name: string, scope: Scope | undefined): Answer | undefined {
  return scope && (scope.tables.get(name) ?? findTable(name, scope.outer));
}

/** The column that a reference means, or undefined if that is not known. */
export function resolve(fields: readonly Node[], scope: Scope | undefined): string | undefined {
  if (scope === undefined) return undefined;
  const [column = '', alias] = fields.map(textOf).toReversed();
  const source =
    alias === undefined
      ? findSource(scope.sources, column)
      : scope.sources.find((one) => one.alias === alias);
  return source ? source.key(column) : resolve(fields, scope.outer);
}
