import type {
  DeleteStmt,
  InsertStmt,
  JoinExpr,
  Node,
  RangeFunction,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from '@pgsql/types';
import { Equalities, GIVEN } from './equalities.ts';
import { findNodes } from './find-nodes.ts';
import { isPlainSelect, isSemiJoin, partsOf } from './query-parts.ts';
import {
  type Answer,
  aloneIn,
  emptyScope,
  findSource,
  findTable,
  functionSource,
  resolve,
  type Scope,
  type Source,
  sourceOf,
  textOf,
} from './sources.ts';

const ACCOUNT = 'customer_id';
const NOTHING: Answer = { columns: [], rest: [] };

/** Reads which columns of a statement have to be equal, in its FROM and WHERE and those of its subqueries. */
export class QueryReading {
  readonly #distributed: ReadonlySet<string>;
  readonly #equal: Equalities;
  readonly #wanted: { table: string; key: string }[] = [];
  /** What holds in these subqueries need not hold around them. */
  readonly #later: { query: Node; scope: Scope }[] = [];
  readonly #next: { id: number };

  constructor(distributed: ReadonlySet<string>, equal = new Equalities(), next = { id: 0 }) {
    this.#distributed = distributed;
    this.#equal = equal;
    this.#next = next;
  }

  /** @returns the tables whose account is not given. */
  finish(): string[] {
    const open = this.#wanted.filter(({ key }) => !this.#equal.isGiven(key)).map(({ table }) => table);
    const inside = this.#later.flatMap(({ query, scope }) => {
      const reading = new QueryReading(this.#distributed, this.#equal.copy(), this.#next);
      reading.read(query, scope);
      return reading.finish();
    });
    return [...new Set([...open, ...inside])];
  }

  read(query: Node | undefined, outer?: Scope): Answer {
    if (query === undefined) return NOTHING;
    if ('SelectStmt' in query) return this.#select(query.SelectStmt, outer);
    if ('InsertStmt' in query) return this.#insert(query.InsertStmt, outer);
    if ('UpdateStmt' in query) return this.#change(query.UpdateStmt, query.UpdateStmt.fromClause, outer);
    if ('DeleteStmt' in query) return this.#change(query.DeleteStmt, query.DeleteStmt.usingClause, outer);
    return 'CopyStmt' in query ? this.read(query.CopyStmt.query, outer) : NOTHING;
  }

  #select(select: SelectStmt, outer: Scope | undefined): Answer {
    const scope = emptyScope(outer);
    this.#with(select.withClause, scope);
    if (select.larg && select.rarg) {
      const [one, other] = [this.#select(select.larg, scope), this.#select(select.rarg, scope)];
      for (const [at, { key }] of one.columns.entries()) this.#join(key, other.columns[at]?.key);
      return one;
    }
    if (select.valuesLists) return this.#values(select.valuesLists, scope);
    for (const item of select.fromClause ?? []) this.#from(item, scope);
    this.#condition(select.whereClause, scope);
    this.#leave([select.targetList, select.havingClause, select.sortClause, select.limitCount], scope);
    return this.#answer(select.targetList, scope);
  }

  #with(clause: WithClause | undefined, scope: Scope): void {
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', aliascolnames, ctequery, ctematerialized } = node.CommonTableExpr;
      const { columns, rest } = this.read(ctequery, scope);
      const names = aliascolnames?.map(textOf) ?? [];
      // One that is run by itself says nothing about what its rows are joined with.
      const isApart = ctematerialized === 'CTEMaterializeAlways' || !isPlainSelect(ctequery);
      scope.tables.set(ctename, {
        columns: columns.map(({ name, key }, at) => ({
          name: names[at] ?? name,
          key: isApart ? this.#name('apart') : key,
        })),
        rest: isApart ? [] : rest,
      });
    }
  }

  #values(lists: readonly Node[], scope: Scope): Answer {
    const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []));
    this.#leave(lists, scope);
    const columns = (rows[0] ?? []).map((_, at) => {
      const isGiven = rows.every((row) => this.#key(row[at], scope) === GIVEN);
      return { name: `column${at + 1}`, key: isGiven ? GIVEN : this.#name('values') };
    });
    return { columns, rest: [] };
  }

  #answer(targets: readonly Node[] | undefined, scope: Scope): Answer {
    const columns: { name: string; key: string }[] = [];
    const rest: Source[] = [];
    for (const target of targets ?? []) {
      if (!('ResTarget' in target)) continue;
      const { name, val } = target.ResTarget;
      const fields = val && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : [];
      if (fields.some((field) => 'A_Star' in field)) {
        rest.push(...scope.sources.filter(({ alias }) => fields.length === 1 || alias === textOf(fields[0])));
      } else {
        columns.push({
          name: name ?? textOf(fields.at(-1)),
          key: this.#key(val, scope) ?? this.#name('answer'),
        });
      }
    }
    return { columns, rest };
  }

  #from(item: Node, scope: Scope): void {
    if ('RangeVar' in item) scope.sources.push(this.#table(item.RangeVar, scope));
    else if ('RangeSubselect' in item) {
      const { subquery, alias } = item.RangeSubselect;
      scope.sources.push(sourceOf(alias, this.read(subquery, scope)));
    } else if ('RangeFunction' in item) scope.sources.push(this.#function(item.RangeFunction, scope));
    else if ('JoinExpr' in item) this.#joined(item.JoinExpr, scope);
  }

  #table({ relname = '', schemaname, alias }: RangeVar, scope: Scope): Source {
    const named = schemaname ? undefined : findTable(relname, scope);
    if (named) return sourceOf(alias, named, relname);
    const id = this.#name(relname);
    const isDistributed = this.#distributed.has(relname);
    if (isDistributed) this.#wanted.push({ table: relname, key: `${id}.${ACCOUNT}` });
    return {
      alias: alias?.aliasname ?? relname,
      has: (column) => (isDistributed && column === ACCOUNT ? true : undefined),
      key: (column) => `${id}.${column}`,
    };
  }

  #function({ functions, alias, coldeflist }: RangeFunction, scope: Scope): Source {
    this.#leave(functions, scope);
    return functionSource(alias, coldeflist ?? functions, this.#name('function'));
  }

  #joined({ larg, rarg, usingClause, quals }: JoinExpr, scope: Scope): void {
    const start = scope.sources.length;
    if (larg) this.#from(larg, scope);
    const middle = scope.sources.length;
    if (rarg) this.#from(rarg, scope);
    for (const column of (usingClause ?? []).map(textOf)) {
      const [left, right] = [scope.sources.slice(start, middle), scope.sources.slice(middle)];
      this.#join(findSource(left, column)?.key(column), findSource(right, column)?.key(column));
    }
    this.#condition(quals, scope);
  }

  #insert({ relation = {}, cols, selectStmt, ...insert }: InsertStmt, outer: Scope | undefined): Answer {
    const scope = emptyScope(outer);
    this.#with(insert.withClause, scope);
    const before = this.#wanted.length;
    const { columns } = this.read(selectStmt, scope);
    const readsAccounts = this.#wanted.length > before;
    const target = this.#table(relation, scope);
    // New rows say themselves of which account they are, unless they are made of others.
    if (!readsAccounts) this.#equal.join(target.key(ACCOUNT), GIVEN);
    const names = cols?.map((col) => ('ResTarget' in col ? col.ResTarget.name : ''));
    this.#join(target.key(ACCOUNT), columns[names ? names.indexOf(ACCOUNT) : 0]?.key);
    scope.sources.push(target);
    this.#leave([insert.onConflictClause, insert.returningClause], scope);
    return this.#answer(insert.returningClause?.exprs, scope);
  }

  #change(change: UpdateStmt | DeleteStmt, others: Node[] | undefined, outer: Scope | undefined): Answer {
    const scope = emptyScope(outer);
    this.#with(change.withClause, scope);
    scope.sources.push(this.#table(change.relation ?? {}, scope));
    for (const item of others ?? []) this.#from(item, scope);
    this.#condition(change.whereClause, scope);
    this.#leave(['targetList' in change ? change.targetList : [], change.returningClause], scope);
    return this.#answer(change.returningClause?.exprs, scope);
  }

  /** What has to hold for all rows of a query. */
  #condition(condition: Node | undefined, scope: Scope): void {
    if (condition === undefined) return;
    if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
      for (const part of condition.BoolExpr.args ?? []) this.#condition(part, scope);
    } else if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'NOT_EXPR') {
      // A join as well, of rows that there must not be.
      this.#leave(condition, scope, 'knows what is around it');
    } else if ('SubLink' in condition && isSemiJoin(condition.SubLink.subLinkType)) {
      const { testexpr, subselect } = condition.SubLink;
      const { columns } = this.read(subselect, scope);
      for (const [at, part] of partsOf(testexpr).entries())
        this.#join(this.#key(part, scope), columns[at]?.key);
    } else {
      if (
        'A_Expr' in condition &&
        condition.A_Expr.kind === 'AEXPR_OP' &&
        textOf(condition.A_Expr.name?.[0]) === '='
      ) {
        const [left, right] = [partsOf(condition.A_Expr.lexpr), partsOf(condition.A_Expr.rexpr)];
        for (const [at, part] of left.entries())
          this.#join(this.#key(part, scope), this.#key(right[at], scope));
      }
      this.#leave(condition, scope);
    }
  }

  /**
   * The subqueries of expressions are read when all that holds around them is known. Which node they are for Citus does
   * not find out from what is around them, unless they are made a join of it.
   */
  #leave(expressions: unknown, scope: Scope, how?: 'knows what is around it'): void {
    for (const { subselect, testexpr } of findNodes({ expressions }, 'SubLink', ['SubLink'])) {
      if (subselect) this.#later.push({ query: subselect, scope: how ? scope : aloneIn(scope) });
      this.#leave(testexpr, scope);
    }
  }

  /** The name of what an expression is equal to in each row, or undefined. */
  #key(expression: Node | undefined, scope: Scope): string | undefined {
    if (expression === undefined) return undefined;
    if ('TypeCast' in expression) return this.#key(expression.TypeCast.arg, scope);
    if ('ColumnRef' in expression) return resolve(expression.ColumnRef.fields ?? [], scope);
    const looks =
      findNodes({ expression }, 'ColumnRef').length + findNodes({ expression }, 'SubLink').length > 0;
    return looks || 'SetToDefault' in expression ? undefined : GIVEN;
  }

  #join(one: string | undefined, other: string | undefined): void {
    if (one !== undefined && other !== undefined) this.#equal.join(one, other);
  }

  #name(kind: string): string {
    this.#next.id += 1;
    return `${kind}#${this.#next.id}`;
  }
}
