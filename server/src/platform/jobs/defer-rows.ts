import type { Pool } from 'pg';
import { toStorable } from '../values/storable-text.ts';
import { givenKeys, isGiven, type KeyedRow, keysOf } from './keyed-rows.ts';
import type { Queue } from './queues.ts';

/** After this many attempts a row is parked until someone looks at it. */
export const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 1000;
const MAX_ERROR_LENGTH = 500;

/** Rows whose time is the database's are due by its clock, which may not be this machine's. */
const nowIn = ({ dueAt }: Queue, now: number) => (dueAt === 'queued_at' ? null : new Date(now).toISOString());
const NOW = 'coalesce($2::timestamptz, statement_timestamp())';

const putOffSql = (queue: Queue) => `
  update ${queue.name} set ${queue.dueAt} = ${NOW} + interval '1 millisecond' * $3::float8
  from ${givenKeys(queue, '$1')} where ${isGiven(queue)} and ${queue.name}.${queue.dueAt} is not null`;

const deferSql = (queue: Queue) => `
  update ${queue.name} set attempts = attempts + 1, last_error = $4,
    ${queue.dueAt} = coalesce(
      ${NOW} + interval '1 millisecond' * ($3::float8[])[attempts + 1], '${queue.parkedAt}')
  from ${givenKeys(queue, '$1')} where ${isGiven(queue)} and ${queue.name}.${queue.dueAt} is not null
  returning attempts`;

/** Has rows wait, through no fault of theirs. @param now Unix ms. */
export async function putOffRows(
  pool: Pick<Pool, 'query'>,
  queue: Queue,
  rows: readonly KeyedRow[],
  now: number,
  waitMs: number,
): Promise<void> {
  await pool.query(putOffSql(queue), [keysOf(queue, rows), nowIn(queue, now), waitMs]);
}

interface Failure {
  readonly error: unknown;
  /** Unix ms. */
  readonly now: number;
  /** What a vendor asks for; default: twice as long each time. */
  readonly waitMs?: number | undefined;
}

/** Has a row wait that fails by itself: longer each time, and until someone looks at it from the eighth time on. */
export async function deferRow(
  pool: Pick<Pool, 'query'>,
  queue: Queue,
  row: KeyedRow,
  { error, now, waitMs }: Failure,
): Promise<{ isParked: boolean }> {
  const { rows } = await pool.query<{ attempts: number }>(deferSql(queue), [
    keysOf(queue, [row]),
    nowIn(queue, now),
    waitsMs(waitMs),
    describeFailure(error),
  ]);
  return { isParked: (rows[0]?.attempts ?? 0) >= MAX_ATTEMPTS };
}

/** The waits after each attempt but the last, with jitter: what failed together is not tried again together. */
function waitsMs(fixed?: number): number[] {
  return Array.from(
    { length: MAX_ATTEMPTS - 1 },
    (_, attempts) => fixed ?? Math.round(FIRST_WAIT_MS * 2 ** attempts * (0.75 + Math.random() / 4)),
  );
}

/** The first line of an error: the others may have values of rows. */
function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return toStorable(message.split('\n', 1)[0] ?? '').slice(0, MAX_ERROR_LENGTH);
}
