import { App } from '@tributary/db/apps/app.entity';
import { type HistoryProgress, importHistory } from '../../../imports/from-file/import-history.ts';
import { type HistoryFile, openHistory } from '../../../imports/from-file/open-history.ts';
import { IMPORT_SOURCE_NAMES, importSourceNamed } from '../../../imports/mappings/import-sources.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { createLog } from '../../../platform/log.ts';
import { auditOperator } from '../audit-operator.ts';
import { type AdminCommand, AdminError, requireUuid, UsageError } from '../command.ts';
import { withPool } from '../with-pool.ts';

const BAR = 30;

/** Safe while a server is running: its workers take part. */
export const importCommand: AdminCommand = {
  args: ['file', 'app_id', 'source_platform'],
  help: `imports historical data of any size into an app: ${IMPORT_SOURCE_NAMES.join(', ')}`,
  details:
    'The file is CSV with a header, or a JSON array of objects; either may be gzip. It is imported as jobs of 50,000\n' +
    'rows. An interrupted import is resumed by running the same command again: nothing is imported twice.',
  async run({ config, databaseUrl, em, clock, print, terminal, signal }, [path = '', appId, platform = '']) {
    const id = requireUuid('app_id', appId);
    if (!IMPORT_SOURCE_NAMES.includes(platform))
      throw new UsageError(`source_platform must be one of ${IMPORT_SOURCE_NAMES.join(', ')}`);
    const app = await em.findOne(App, { id, deletedAt: null });
    if (!app) throw new AdminError(`there is no app ${id}`);
    terminal.progress(`reading ${path}`);
    const file = await open(path, platform);
    const log = createLog({ logLevel: 'warn' });
    const totals = { rows: 0, imported: 0, rejected: 0, skipped: 0 };
    const failed: string[] = [];
    await withPool(databaseUrl, 2, async (pool) => {
      try {
        const source = importSourceNamed(platform);
        const bar = progressBar(terminal.progress, clock);
        const parts = importHistory(
          {
            em,
            pool,
            log,
            clock,
            address: config,
            signal,
            onProgress: bar,
            onCreate: (tx, job) =>
              auditOperator(tx, clock, {
                customerId: job.customerId,
                action: 'import',
                targetType: 'import_job',
                targetId: job.id,
                details: { app_id: app.id, source_platform: platform, total_rows: job.totalRows },
              }),
          },
          { app, source, file },
        );
        for await (const { job, wasThere } of parts) {
          totals.rows += job.totalRows;
          totals.imported += job.processedRows - job.rejectedRows;
          totals.rejected += job.rejectedRows;
          if (wasThere) totals.skipped += job.totalRows;
          if (job.status === 'failed') failed.push(`job ${job.id}: ${job.failureReason}`);
          if (job.status === 'processing')
            failed.push(
              `job ${job.id}: ${job.totalRows - job.processedRows} rows failed again and again and wait; queues says why, and queues retry import_jobs goes on`,
            );
        }
      } catch (error) {
        if (signal.aborted)
          throw new AdminError(`interrupted after ${count(totals.rows)} rows; the same command resumes it`);
        if (error instanceof AppError)
          throw new AdminError(`${error.message} (after ${count(totals.rows)} rows)`);
        throw error;
      }
    });
    if (totals.rows === 0) throw new AdminError('the file has no data rows');
    if (totals.skipped > 0) print(`${count(totals.skipped)} rows had been imported before`);
    print(
      `${count(totals.imported)} of ${count(totals.rows)} rows imported, ${count(totals.rejected)} rejected`,
    );
    if (failed.length > 0) throw new AdminError(failed.join('\n'));
  },
};

async function open(path: string, platform: string): Promise<HistoryFile> {
  try {
    return await openHistory(path, platform);
  } catch (error) {
    throw new AdminError(`cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

function count(rows: number): string {
  return rows.toLocaleString('en');
}

/** @returns what shows progress as `[####......] 40 %  20,000 rows  4,000 rows/s`. */
function progressBar(show: (text: string) => void, clock: () => number) {
  const startedAt = clock();
  let first: number | undefined;
  return ({ share, rows }: HistoryProgress) => {
    first ??= rows;
    const filled = Math.floor(share * BAR);
    const seconds = Math.max(1, (clock() - startedAt) / 1000);
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${Math.floor(share * 100)} %`;
    show(`${bar}  ${count(rows)} rows  ${count(Math.round((rows - first) / seconds))} rows/s`);
  };
}
