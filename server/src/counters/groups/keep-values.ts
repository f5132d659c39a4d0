import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { StoredDimension } from '../dimensions.ts';

/** Values of an app, a dimension and a month that are counted by themselves; all further ones count together. */
export const MAX_VALUES = 1000;

/** A value as it is kept: once for each month. */
export interface GroupValue {
  readonly customer_id: string;
  readonly app_id: string;
  readonly dimension: StoredDimension;
  /** The first day of the month, as `2026-01-01`. */
  readonly month: string;
  readonly value: string;
}

type Unkept = GroupValue & { readonly kept: number };

const GIVEN = `
  json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, dimension text, month date, value text)`;

/** Looked up one by one (`offset 0` keeps it so). In one statement with how many there are: a value that is not kept once a month is full never will be. */
const FIND_UNKEPT = `
  select given.customer_id, given.app_id, given.dimension, to_char(given.month, 'YYYY-MM-DD') as month, given.value,
    coalesce(total.kept, 0) as kept
  from ${GIVEN}
  left join lateral (
    select true as is_kept from group_values own
    where own.customer_id = given.customer_id and own.app_id = given.app_id and own.dimension = given.dimension
      and own.month = given.month and own.value = given.value
    offset 0) as known on true
  left join lateral (
    select kept from group_value_totals totals
    where totals.customer_id = given.customer_id and totals.app_id = given.app_id
      and totals.dimension = given.dimension and totals.month = given.month
    offset 0) as total on true
  where known.is_kept is null`;

const ADD_TOTALS = `
  insert into group_value_totals (customer_id, app_id, dimension, month)
  select distinct customer_id, app_id, dimension, month from ${GIVEN}
  order by customer_id, app_id, dimension, month
  on conflict do nothing`;

const MONTHS = `(select distinct customer_id, app_id, dimension, month from ${GIVEN}) as given`;
const OF_MONTH = `
  totals.customer_id = given.customer_id and totals.app_id = given.app_id and totals.dimension = given.dimension
    and totals.month = given.month`;

const LOCK_TOTALS = `
  select totals.month from ${MONTHS} join group_value_totals totals on ${OF_MONTH}
  order by totals.customer_id, totals.app_id, totals.dimension, totals.month
  for update of totals`;

const KEEP = `
  insert into group_values (customer_id, app_id, dimension, month, value)
  select customer_id, app_id, dimension, month, value from ${GIVEN}
  order by customer_id, app_id, dimension, month, value`;

const COUNT_KEPT = `
  update group_value_totals totals set kept = totals.kept + given.added
  from (
    select customer_id, app_id, dimension, month, count(*)::int as added from ${GIVEN}
    group by customer_id, app_id, dimension, month
  ) as given
  where ${OF_MONTH}`;

/**
 * Finds out which values have counters of their own, and keeps those that are new while their month has room. The first
 * values of a month stay its own for good, and others never become that: what is added and what is taken back later
 * agree, in whatever order and by whomever values are seen. Only who keeps something new waits for others who do.
 *
 * @returns those that have no counters of their own, each once.
 */
export async function keepValues(client: ClientBase, values: readonly GroupValue[]): Promise<GroupValue[]> {
  const once = [...new Map(values.map((value) => [idOf(value), value])).values()];
  if (once.length === 0) return [];
  const unkept = await findUnkept(client, once);
  const isNew = unkept.filter(({ kept }) => kept < MAX_VALUES);
  const kept = new Set(isNew.length === 0 ? [] : await keepNew(client, isNew));
  return unkept.filter((value) => !kept.has(idOf(value)));
}

const findUnkept = (client: ClientBase, values: readonly GroupValue[]) =>
  queryGiven<Unkept>(client, { name: 'find-unkept-values', text: FIND_UNKEPT }, values);

/** Returns those that are kept now, by this transaction or by one that it has waited for. */
async function keepNew(client: ClientBase, values: readonly GroupValue[]): Promise<string[]> {
  await client.query({ name: 'add-value-totals', text: ADD_TOTALS, values: [JSON.stringify(values)] });
  await queryGiven(client, { name: 'lock-value-totals', text: LOCK_TOTALS }, values);
  const unkept = await findUnkept(client, values);
  const room = new Map<string, number>();
  const isKept = unkept.filter((value) => {
    const month = idOf({ ...value, value: '' });
    const left = room.get(month) ?? MAX_VALUES - value.kept;
    room.set(month, left - 1);
    return left > 0;
  });
  if (isKept.length > 0) {
    await client.query({ name: 'keep-values', text: KEEP, values: [JSON.stringify(isKept)] });
    await queryGiven(client, { name: 'count-kept-values', text: COUNT_KEPT }, isKept);
  }
  const isLeft = new Set(unkept.map(idOf));
  for (const value of isKept) isLeft.delete(idOf(value));
  return values.map(idOf).filter((id) => !isLeft.has(id));
}

function idOf({ customer_id, app_id, dimension, month, value }: GroupValue): string {
  return `${customer_id} ${app_id} ${dimension} ${month} ${value}`;
}
