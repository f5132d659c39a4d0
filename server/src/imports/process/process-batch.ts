import type { ImportKind, NotCarriedOver } from '@tributary/db/imports/import-job.entity';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { lockRows } from '../../platform/jobs/claim-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import type { Config } from '../../platform/settings/config.ts';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { type ColumnMapping, mappingOfJob } from '../column-mapping.ts';
import type { FileRow, ImportRow, RowError } from '../import-row.ts';
import { MAX_KEPT_ERRORS } from '../jobs/read-errors.ts';
import { processLinkRows } from '../links/process-link-rows.ts';
import { importSourceNamed } from '../mappings/import-sources.ts';
import { createNormaliser } from '../normalise/normalise-row.ts';
import { storeRows } from './store-rows.ts';

/** A job with rows to process, as its locked row says. */
export interface ClaimedJob {
  readonly id: string;
  readonly customer_id: string;
  readonly app_id: string;
  readonly kind: ImportKind;
  readonly source_platform: string;
  readonly column_mapping: ColumnMapping;
  /** Of links. */
  readonly domain_id: string | null;
  readonly not_carried_over: readonly NotCarriedOver[] | null;
  readonly total_rows: number;
  readonly processed_rows: number;
  readonly rejected_rows: number;
  readonly error_count: number;
}

/** Accounts take turns: one with many files delays no other. */
const CLAIMS = lockRows<ClaimedJob>({
  queue: QUEUES.import_jobs,
  columns: `id, customer_id, app_id, kind, source_platform, column_mapping, domain_id, not_carried_over,
    total_rows, processed_rows, rejected_rows, error_count`,
  turns: 'accounts',
  named: 'imports',
});

const TAKE_BATCH = `
  delete from import_batches
  where customer_id = $1 and job_id = $2 and batch = coalesce($3::integer, (
    select min(batch) from import_batches where customer_id = $1 and job_id = $2))
  returning batch, rows`;

const LAST_BATCH =
  'select coalesce(max(batch), 0) as batch from import_batches where customer_id = $1 and job_id = $2';

const PUT_BACK = 'insert into import_batches (customer_id, job_id, batch, rows) values ($1, $2, $3, $4)';

const KEEP_ERRORS = `
  insert into import_errors (customer_id, job_id, position, row_number, column_name, value, reason)
  select $1, $2, position, "row", "column", value, reason
  from json_to_recordset($3::json) as given (position int, "row" int, "column" text, value text, reason text)`;

/** A job that fails has all of its good rows. */
const ADVANCE = `
  update import_jobs set processed_rows = $3, rejected_rows = $4, error_count = $5, attempts = 0, last_error = null, due_at = $6,
    status = $7, completed_at = $8, failure_reason = $9, not_carried_over = $10
  where customer_id = $1 and id = $2`;

const PRIVACY_MODE = 'select privacy_mode from apps where id = $1';

/** From this share of rejected rows on a job has failed: one in 20. */
const FAILED_SHARE = 20;

interface BatchParts {
  readonly pool: Pool;
  /** Unix ms. */
  readonly clock: () => number;
  /** Of the service, to which no link may lead. */
  readonly address: Pick<Config, 'publicUrl' | 'host' | 'port'>;
  /** Only batches of this job; default: of any. */
  readonly jobId?: string;
  /** Only these rows of this batch, if they are still there; the others stay. Default: the next batch. */
  readonly only?: TakenBatch;
  /** Holds the app of the job exclusively. */
  readonly alone?: boolean;
  /** Sees the job and its batch before that is processed. */
  readonly onTake?: (job: ClaimedJob, batch: TakenBatch) => void;
}

/** Rows of a batch, by their numbers in the file. */
export interface TakenBatch {
  readonly batch: number | null;
  readonly rows: readonly number[];
}

/**
 * Claims a job and processes its next batch of rows in one transaction, with its progress and errors.
 *
 * @returns whether there was one.
 * @throws NeedsAppAlone
 */
export function processBatch(parts: BatchParts): Promise<boolean> {
  return withJob(parts, async (client, job, now) => {
    const { address, alone = false, only, onTake } = parts;
    const taken = await takeBatch(client, job, only?.batch ?? null);
    const wanted = only && new Set(only.rows);
    const batch = taken.rows.filter(({ row }) => wanted?.has(row) !== false);
    onTake?.(job, { batch: taken.batch, rows: batch.map(({ row }) => row) });
    const others = taken.rows.filter(({ row }) => wanted?.has(row) === false);
    if (others.length > 0) await putBack(client, job, taken.batch, others);
    if (only && batch.length === 0) return;
    await processRows(client, job, batch, { now, alone, address });
  });
}

/**
 * Moves a row behind all others of its job, as a batch of its own.
 *
 * @returns whether it was not one already.
 */
export async function setAside(
  parts: Pick<BatchParts, 'pool' | 'clock'>,
  jobId: string,
  { batch, rows: [row] }: TakenBatch,
): Promise<boolean> {
  let wasAmongOthers = false;
  await withJob({ ...parts, jobId }, async (client, job) => {
    const taken = await takeBatch(client, job, batch);
    const others = taken.rows.filter((other) => other.row !== row);
    const own = taken.rows.filter((other) => other.row === row);
    wasAmongOthers = others.length > 0;
    if (wasAmongOthers) await putBack(client, job, taken.batch, others);
    if (own.length > 0) await putBack(client, job, (await lastBatch(client, job)) + 1, own);
  });
  return wasAmongOthers;
}

/** One transaction over a job that is due. @returns whether there was one. */
function withJob(
  { pool, clock, jobId }: Pick<BatchParts, 'pool' | 'clock' | 'jobId'>,
  work: (client: PoolClient, job: ClaimedJob, now: number) => Promise<void>,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    try {
      const now = clock();
      const named = jobId === undefined ? undefined : [{ id: jobId } as ClaimedJob];
      const [job] = await (named ? CLAIMS.again(client, named, now) : CLAIMS.due(client, now, 1));
      if (job === undefined) return false;
      await work(client, job, now);
      return true;
    } catch (error) {
      // Releases the job now: until the server notices a cut connection it would be skipped as another worker's.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

interface Processing extends Pick<BatchParts, 'address'> {
  readonly now: number;
  readonly alone: boolean;
}

async function processRows(
  client: PoolClient,
  job: ClaimedJob,
  batch: readonly FileRow[],
  given: Processing,
): Promise<void> {
  const process = job.kind === 'links' ? processLinkRows : processHistoryRows;
  const { errors, rejected, notCarriedOver } = await process(client, job, batch, given);
  await keepErrors(client, job, errors);
  const counts = { rows: batch.length, rejected, errors: errors.length, notCarriedOver };
  await advance(client, job, counts, given.now);
}

async function processHistoryRows(
  client: PoolClient,
  job: ClaimedJob,
  rows: readonly FileRow[],
  { now, alone }: Processing,
) {
  const mode = await client.query<{ privacy_mode: string }>(PRIVACY_MODE, [job.app_id]);
  const isStrict = mode.rows[0]?.privacy_mode === 'strict';
  const { good, errors, rejected } = normaliseAll(job, rows, now, isStrict);
  const { app_id: appId, customer_id: customerId, source_platform: platform } = job;
  await storeRows(client, { customerId, appId, jobId: job.id, platform }, good, now, { alone });
  return { errors, rejected, notCarriedOver: null };
}

/** @param number of the batch; null for the first. */
async function takeBatch(client: ClientBase, { customer_id, id }: ClaimedJob, number: number | null) {
  const { rows } = await client.query<{ batch: number; rows: string }>({
    name: 'take-import-batch',
    text: TAKE_BATCH,
    values: [customer_id, id, number],
  });
  return {
    batch: rows[0]?.batch ?? null,
    rows: rows.flatMap((batch) => JSON.parse(batch.rows) as FileRow[]),
  };
}

async function putBack(
  client: ClientBase,
  { customer_id, id }: ClaimedJob,
  batch: number | null,
  rows: readonly FileRow[],
): Promise<void> {
  await client.query(PUT_BACK, [customer_id, id, batch, JSON.stringify(rows)]);
}

async function lastBatch(client: ClientBase, { customer_id, id }: ClaimedJob): Promise<number> {
  const { rows } = await client.query<{ batch: number }>(LAST_BATCH, [customer_id, id]);
  return rows[0]?.batch ?? 0;
}

function normaliseAll(job: ClaimedJob, batch: readonly FileRow[], now: number, isStrict: boolean) {
  const mapping = mappingOfJob({ columnMapping: job.column_mapping });
  const normalise = createNormaliser(importSourceNamed(job.source_platform), mapping, now, isStrict);
  const good: ImportRow[] = [];
  const errors: RowError[] = [];
  let rejected = 0;
  for (const given of batch) {
    const result = normalise(given);
    if ('row' in result) good.push(result.row);
    else {
      rejected++;
      errors.push(...result.errors);
    }
  }
  return { good, errors, rejected };
}

async function keepErrors(
  client: PoolClient,
  { customer_id, id, error_count }: ClaimedJob,
  errors: readonly RowError[],
): Promise<void> {
  const kept = errors.slice(0, Math.max(0, MAX_KEPT_ERRORS - error_count));
  if (kept.length === 0) return;
  const rows = kept.map((error, n) => ({ position: error_count + n, ...error }));
  await client.query({
    name: 'keep-import-errors',
    text: KEEP_ERRORS,
    values: [customer_id, id, JSON.stringify(rows)],
  });
}

interface BatchCounts {
  readonly rows: number;
  readonly rejected: number;
  readonly errors: number;
  readonly notCarriedOver: readonly NotCarriedOver[] | null;
}

async function advance(client: PoolClient, job: ClaimedJob, batch: BatchCounts, now: number): Promise<void> {
  const processed = job.processed_rows + batch.rows;
  const rejected = job.rejected_rows + batch.rejected;
  const isMissing = batch.rows === 0 && processed < job.total_rows;
  const isOver = processed >= job.total_rows || isMissing;
  const hasFailed = isMissing || (isOver && rejected * FAILED_SHARE >= job.total_rows);
  const at = new Date(now).toISOString();
  await client.query({
    name: 'advance-import',
    text: ADVANCE,
    values: [
      job.customer_id,
      job.id,
      processed,
      rejected,
      job.error_count + batch.errors,
      ...(isOver ? [null, hasFailed ? 'failed' : 'completed', at] : [at, 'processing', null]),
      isMissing ? 'the other rows are missing' : hasFailed ? failureOf(job, processed, rejected) : null,
      batch.notCarriedOver === null ? null : JSON.stringify(batch.notCarriedOver),
    ],
  });
}

function failureOf({ total_rows }: ClaimedJob, processed: number, rejected: number): string {
  return `${rejected} of ${total_rows} rows were rejected, which is 5 percent or more; the other ${processed - rejected} were imported and stay`;
}
