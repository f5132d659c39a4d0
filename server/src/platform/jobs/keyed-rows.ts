import type { Queue } from './queues.ts';

/** A row of a queue, with at least the columns of its key. */
export type KeyedRow = object;

/** The key of a row, and nothing else of it. */
export function keyOf({ key }: Queue, row: KeyedRow): Record<string, unknown> {
  return Object.fromEntries(Object.keys(key).map((column) => [column, Reflect.get(row, column)]));
}

/** Keys of rows, as the parameter of `givenKeys`. */
export function keysOf(queue: Queue, rows: readonly KeyedRow[]): string {
  return JSON.stringify(rows.map((row) => keyOf(queue, row)));
}

/** SQL of the keys in that parameter, as `given`. */
export function givenKeys({ key }: Queue, parameter: string): string {
  const columns = Object.entries(key).map(([column, type]) => `${column} ${type}`);
  return `json_to_recordset(${parameter}::json) as given (${columns.join(', ')})`;
}

/** SQL of: a row of the queue is one of the given. */
export function isGiven({ name, key }: Queue): string {
  return Object.keys(key)
    .map((column) => `${name}.${column} = given.${column}`)
    .join(' and ');
}
