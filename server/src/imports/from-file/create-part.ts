import { randomUUID } from 'node:crypto';
import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { ImportJob } from '@tributary/db/imports/import-job.entity';
import { mappingOf } from '../column-mapping.ts';
import type { ImportJobRecord } from '../jobs/import-job-item.ts';
import { storeBatches } from '../jobs/store-batches.ts';
import type { ImportSource } from '../mappings/import-source.ts';
import type { FilePart } from './in-parts.ts';

export interface CreatePart {
  readonly app: { readonly id: string; readonly customerId: string };
  readonly source: ImportSource;
  readonly fileDigest: string;
  readonly part: FilePart;
  readonly batches: readonly string[];
  /** Unix ms. */
  readonly now: number;
  /** Called in the transaction that creates the job. */
  readonly onCreate: (em: EntityManager, job: ImportJobRecord) => void;
}

/** Creates the job of a part of a file, with its rows, unless another run of the same import was first. */
export async function createPart(em: EntityManager, given: CreatePart): Promise<void> {
  const { app, source, fileDigest, part, batches, now, onCreate } = given;
  try {
    await em.transactional(async (tx) => {
      const job = tx.create(ImportJob, {
        id: randomUUID(),
        customerId: app.customerId,
        appId: app.id,
        kind: 'history',
        sourcePlatform: source.name,
        domainId: null,
        columnMapping: mappingOf(source, null),
        status: 'processing',
        totalRows: part.rows,
        processedRows: 0,
        rejectedRows: 0,
        errorCount: 0,
        failureReason: null,
        notCarriedOver: null,
        attempts: 0,
        fileDigest,
        part: part.number,
        createdAt: new Date(now),
        dueAt: new Date(now),
        completedAt: null,
      });
      onCreate(tx, job);
      await tx.flush();
      await storeBatches(tx, job, batches);
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
  }
}
