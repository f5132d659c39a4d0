import { NOTICE_LOST_MACHINE } from '@tributary/db/notice-lost-machine';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors/errors.ts';
import type { SpooledDocument } from '../../platform/http/procedures/spooled-document.ts';
import { createSemaphore, type Release } from '../../platform/limits/semaphore.ts';
import { createKeptDocuments, type KeptLimits } from './kept-documents.ts';
import { openSpool, type Spool } from './spool.ts';
import { type ExportTotals, writeExport } from './write-export.ts';

/** An export that was written and waits to be read. */
interface MadeExport {
  readonly document: SpooledDocument;
  readonly totals: ExportTotals;
}

/** Whose data is exported, and by whom. */
interface ExportRequest {
  readonly customerId: string;
  readonly personId: string;
  /** The most rows of each table. */
  readonly maxRows: number;
}

/** Makes exports: each is written to a file from one snapshot, which is released before the file is read. */
export interface Exports {
  /**
   * @param signal aborts it, for example when the client disconnects.
   * @throws AppError RATE_LIMIT while another export of the person is written or read; OVERLOADED while too many others
   *   are written, if it takes longer than a minute, if a device is being erased, or if the disk is full; PAYLOAD_TOO_LARGE
   */
  make(request: ExportRequest, signal?: AbortSignal): Promise<MadeExport>;
}

declare module '../../platform/services.ts' {
  interface Services {
    readonly exports: Exports;
  }
}

interface ExportsParts {
  readonly databaseUrl: string;
  /** Where files are written. */
  readonly folder: string;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  readonly limits?: Partial<ExportLimits>;
}

interface ExportLimits {
  /** Exports that are written at the same time. */
  readonly atOnce: number;
  /** What waits to be read. */
  readonly kept: KeptLimits;
  /** Size of one file. */
  readonly maxBytes: number;
  /** How long the snapshot is held. */
  readonly maxMs: number;
  /** How long one waits for the erasure of a device. */
  readonly maxErasureWaitMs: number;
}

const GB = 1024 ** 3;
const LIMITS: ExportLimits = {
  atOnce: 2,
  kept: { documents: 8, bytes: 8 * GB, patienceMs: 10_000 },
  maxBytes: 4 * GB,
  maxMs: 60_000,
  maxErasureWaitMs: 10_000,
};

/** Opens what writes exports below `folder`. Limits that are not given are the usual ones. */
export function createExports({ databaseUrl, folder, log, clock, limits }: ExportsParts): Exports {
  const { atOnce, maxBytes, maxMs, maxErasureWaitMs, ...given } = { ...LIMITS, ...limits };
  const writers = createSemaphore({ inAll: atOnce, perHolder: 1 });
  const kept = createKeptDocuments(given.kept);

  function beginWriting(personId: string): Release {
    const release = kept.has(personId) ? 'holder' : writers.tryAcquire(personId);
    if (release === 'holder')
      throw new AppError('RATE_LIMIT', 'another export of yours is in progress', { retryAfter: 10 });
    if (release === 'all')
      throw new AppError('OVERLOADED', 'too many exports are in progress; try again later', {
        retryAfter: 10,
      });
    return release;
  }

  async function write(spool: Spool, customerId: string, maxRows: number, signal: AbortSignal) {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'tributary-export',
      connectionTimeoutMillis: 5000,
      ...NOTICE_LOST_MACHINE,
    });
    // The statement fails as well; without a listener the event would end the process.
    client.on('error', (err) => log.debug({ err }, 'the connection of an export was lost'));
    const leave = () => void client.end();
    try {
      await client.connect();
      signal.addEventListener('abort', leave);
      signal.throwIfAborted();
      return await writeExport(client, spool, {
        customerId,
        maxRows,
        exportedAt: clock(),
        maxErasureWaitMs,
      });
    } finally {
      signal.removeEventListener('abort', leave);
      await client.end();
    }
  }

  return {
    async make({ customerId, personId, maxRows }, signal) {
      const release = beginWriting(personId);
      let spool: Spool | undefined;
      const tooLong = AbortSignal.timeout(maxMs);
      try {
        spool = await openSpool(folder, maxBytes);
        const either = AbortSignal.any(signal ? [signal, tooLong] : [tooLong]);
        const totals = await write(spool, customerId, maxRows, either);
        // From here on it is only read, and others may write.
        return { document: kept.keep(personId, spool), totals };
      } catch (error) {
        await spool?.close();
        if (!tooLong.aborted || error instanceof AppError) throw error;
        throw new AppError('OVERLOADED', 'the export takes too long; lower p_max_rows', {
          retryAfter: 60,
          cause: error,
        });
      } finally {
        release();
      }
    },
  };
}
