import { toMoney } from '../../platform/values/money/money.ts';
import { mappingOfJob } from '../column-mapping.ts';
import type { FileRow, ImportRow, RowError } from '../import-row.ts';
import type { ImportJobRecord } from '../jobs/import-job-item.ts';
import { MAX_KEPT_ERRORS } from '../jobs/read-errors.ts';
import { importSourceNamed } from '../mappings/import-sources.ts';
import { createNormaliser } from '../normalise/normalise-row.ts';

export const SAMPLE = 10;

/** A row with its revenue as a JSON number. */
type SampleRow = Omit<ImportRow, 'revenue'> & { readonly revenue: number | null };

/** What a file would import. */
interface DryRunResult {
  readonly dry_run: true;
  /** Rows by event type. */
  readonly would_import: Readonly<Record<string, number>>;
  /** Rows. */
  readonly would_reject: number;
  readonly errors: readonly RowError[];
  /** The first rows as they would be stored. */
  readonly sample: readonly SampleRow[];
}

/** Sees a file without storing it. */
export interface DryRun<Result extends object = object> {
  visit(batch: readonly FileRow[]): readonly FileRow[] | Promise<readonly FileRow[]>;
  result(): Result;
}

/** @param now Unix ms. @param isStrict whether the app is in strict privacy mode. */
export function createDryRun(job: ImportJobRecord, now: number, isStrict: boolean): DryRun<DryRunResult> {
  const normalise = createNormaliser(importSourceNamed(job.sourcePlatform), mappingOfJob(job), now, isStrict);
  const counts: Record<string, number> = {};
  const errors: RowError[] = [];
  const sample: SampleRow[] = [];
  let rejected = 0;
  return {
    visit(batch: readonly FileRow[]): readonly FileRow[] {
      for (const given of batch) {
        const result = normalise(given);
        if ('errors' in result) {
          rejected++;
          errors.push(...result.errors.slice(0, MAX_KEPT_ERRORS - errors.length));
          continue;
        }
        counts[result.row.event_type] = (counts[result.row.event_type] ?? 0) + 1;
        if (sample.length < SAMPLE) sample.push(toSample(result.row));
      }
      return batch;
    },
    result: (): DryRunResult => ({
      dry_run: true,
      would_import: counts,
      would_reject: rejected,
      errors,
      sample,
    }),
  };
}

function toSample(row: ImportRow): SampleRow {
  return { ...row, revenue: row.revenue === null ? null : toMoney(row.revenue, row.currency) };
}
