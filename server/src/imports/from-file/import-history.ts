import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ImportJob } from '@tributary/db/imports/import-job.entity';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { MAX_ATTEMPTS } from '../../platform/jobs/defer-rows.ts';
import type { Config } from '../../platform/settings/config.ts';
import { mappedColumns, mappingOf } from '../column-mapping.ts';
import { MAX_ROWS } from '../jobs/collect-batches.ts';
import type { ImportJobRecord } from '../jobs/import-job-item.ts';
import type { ImportSource } from '../mappings/import-source.ts';
import { readRows } from '../parse/read-rows.ts';
import { processImports } from '../process/import-worker.ts';
import { type CreatePart, createPart } from './create-part.ts';
import { type FilePart, inParts } from './in-parts.ts';
import type { HistoryFile } from './open-history.ts';

interface HistoryParts {
  readonly em: EntityManager;
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  readonly address: Pick<Config, 'publicUrl' | 'host' | 'port'>;
  /** Ends it after the current batch; it can be resumed. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: HistoryProgress) => void;
  /** Called in the transaction that creates a job. */
  readonly onCreate: CreatePart['onCreate'];
}

export interface HistoryProgress {
  /** Of the file, 0 to 1. */
  readonly share: number;
  readonly rows: number;
}

interface History {
  readonly app: { readonly id: string; readonly customerId: string };
  readonly source: ImportSource;
  readonly file: HistoryFile;
}

/** A part that is over. */
export interface ImportedPart {
  readonly job: ImportJobRecord;
  /** Whether an earlier run had finished it. */
  readonly wasThere: boolean;
}

/** Waits for another process that processes the same job. */
const WAIT_MS = 50;

/**
 * Imports a file of any size as jobs of 50,000 rows, one after the other, holding one of them in memory. Jobs that an
 * earlier run has created for the same file are skipped or finished.
 *
 * @throws AppError VALIDATION_ERROR where the file cannot be read further; the parts before stay.
 */
export async function* importHistory(
  parts: HistoryParts,
  { app, source, file }: History,
): AsyncGenerator<ImportedPart> {
  const mapping = mappingOf(source, null);
  const known = await readKnown(parts.em, app.id, file.digest);
  let share = 0;
  const chunks = file.read((bytes) => {
    share = bytes / file.bytes;
  });
  const rows = readRows(chunks, 'detect', mappedColumns(mapping));
  const isKnown = (part: number) => known.has(part);
  for await (const part of inParts(rows, MAX_ROWS, isKnown)) {
    parts.signal.throwIfAborted();
    const em = parts.em.fork();
    const isOver = known.get(part.number) === true;
    const job = await findOrCreate(em, parts, { app, source, file }, part);
    const report = (done: number) =>
      parts.onProgress({ share, rows: part.number * MAX_ROWS + Math.min(done, part.rows) });
    yield { job: await finish(em, parts, job, report), wasThere: isOver };
  }
}

/** The parts that have a job, and whether it is over. */
async function readKnown(
  em: EntityManager,
  appId: string,
  fileDigest: string,
): Promise<ReadonlyMap<number, boolean>> {
  const jobs = await em.fork().find(ImportJob, { appId, fileDigest });
  return new Map(jobs.map(({ part, dueAt }) => [part ?? -1, dueAt == null]));
}

async function findOrCreate(
  em: EntityManager,
  { clock, onCreate }: HistoryParts,
  { app, source, file }: History,
  part: FilePart,
): Promise<ImportJobRecord> {
  if (part.batches !== null) {
    const created = { app, source, fileDigest: file.digest, part, now: clock(), onCreate };
    await createPart(em, { ...created, batches: part.batches });
  }
  return em.findOneOrFail(ImportJob, { appId: app.id, fileDigest: file.digest, part: part.number });
}

/** Processes the job together with whoever else does, until it is over, or parked. */
async function finish(
  em: EntityManager,
  { pool, log, clock, address, signal }: HistoryParts,
  job: ImportJobRecord,
  report: (rows: number) => void,
): Promise<ImportJobRecord> {
  while (job.status === 'processing' && job.attempts < MAX_ATTEMPTS) {
    signal.throwIfAborted();
    const more = await processImports({ pool, log, clock, address, jobId: job.id });
    if (!more) await pause(WAIT_MS);
    await em.refresh(job);
    report(job.processedRows);
  }
  report(job.processedRows);
  return job;
}
