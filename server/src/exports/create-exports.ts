import { Client } from 'pg';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { SpooledDocument } from '../procedures/spooled-document.ts';
import { openSpool, type Spool } from './spool.ts';
import { type ExportTotals, writeExport } from './write-export.ts';

/** An export that was written and waits to be read. */
interface MadeExport {
  readonly document: SpooledDocument;
  readonly totals: ExportTotals;
}

/** Makes exports: each is written to a file from one snapshot, which is released before the file is read. */
export interface Exports {
  /**
   * @param signal aborts it, for example when the client disconnects.
   * @throws AppError RATE_LIMIT while another export of the account is written or read; OVERLOADED while too many others
   *   are, if it takes longer than a minute, if a device is being erased, or if the disk is full; PAYLOAD_TOO_LARGE
   */
  make(customerId: string, maxRows: number, signal?: AbortSignal): Promise<MadeExport>;
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
  /** Concurrent exports in this process. */
  readonly atOnce: number;
  /** Size of one file. */
  readonly maxBytes: number;
  /** How long the snapshot is held. */
  readonly maxMs: number;
  /** How long one waits for the erasure of a device. */
  readonly maxErasureWaitMs: number;
}

const LIMITS: ExportLimits = { atOnce: 2, maxBytes: 4 * 1024 ** 3, maxMs: 60_000, maxErasureWaitMs: 10_000 };

export function createExports({ databaseUrl, folder, log, clock, limits }: ExportsParts): Exports {
  const { atOnce, maxBytes, maxMs, maxErasureWaitMs } = { ...LIMITS, ...limits };
  /** Accounts whose exports are being written or read. */
  const busy = new Set<string>();

  function takeTurn(customerId: string): () => void {
    if (busy.has(customerId))
      throw new AppError('RATE_LIMIT', 'another export of the account is in progress', { retryAfter: 10 });
    if (busy.size >= atOnce)
      throw new AppError('OVERLOADED', 'too many exports are in progress; try again later', {
        retryAfter: 10,
      });
    busy.add(customerId);
    let isHeld = true;
    return () => {
      // The next export of the account may hold it by then.
      if (isHeld) busy.delete(customerId);
      isHeld = false;
    };
  }

  async function write(spool: Spool, customerId: string, maxRows: number, signal: AbortSignal) {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'tributary-export',
      connectionTimeoutMillis: 5000,
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
    async make(customerId, maxRows, signal) {
      const release = takeTurn(customerId);
      let spool: Spool | undefined;
      const close = async () => {
        await spool?.close().finally(release);
      };
      const tooLong = AbortSignal.timeout(maxMs);
      try {
        spool = await openSpool(folder, maxBytes);
        const either = AbortSignal.any(signal ? [signal, tooLong] : [tooLong]);
        const totals = await write(spool, customerId, maxRows, either);
        const document = new SpooledDocument({ size: spool.size(), read: spool.read, close });
        return { document, totals };
      } catch (error) {
        release();
        await spool?.close();
        if (!tooLong.aborted || error instanceof AppError) throw error;
        throw new AppError('OVERLOADED', 'the export takes too long; lower p_max_rows', {
          retryAfter: 60,
          cause: error,
        });
      }
    },
  };
}
