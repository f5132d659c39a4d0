import type { Queue } from './queues.ts';

/** Of each queue; whoever looks at these first has enough to do. */
const MOST_LISTED = 20;

/** A row that failed again and again. */
export interface ParkedRow {
  /** Its key, as JSON. */
  readonly key: string;
  readonly attempts: number;
  readonly error: string | null;
}

/** SQL of some rows that are parked, those with the most attempts first. */
export function listParkedSql({ name, key, dueAt, parkedAt }: Queue): string {
  const members = Object.keys(key).map((column) => `'${column}', ${column}`);
  return `
    select json_build_object(${members.join(', ')})::text as key, attempts, last_error as error from ${name}
    where ${dueAt} >= '${parkedAt}' order by attempts desc, ${Object.keys(key).join(', ')} limit ${MOST_LISTED}`;
}

/** SQL that makes all parked rows due now, with all of their attempts before them, and returns one row for each. */
export function retryParkedSql({ name, dueAt, parkedAt }: Queue): string {
  return `
    update ${name} set ${dueAt} = date_trunc('milliseconds', now()), attempts = 0, last_error = null where ${dueAt} >= '${parkedAt}'
    returning 1 as taken_up`;
}
