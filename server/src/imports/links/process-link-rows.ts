import type { NotCarriedOver } from '@tributary/db/imports/import-job.entity';
import type { ClientBase } from 'pg';
import type { FileRow, RowError } from '../import-row.ts';
import { findOwnTargets, type OwnAddress } from './find-own-targets.ts';
import type { LinkRow } from './link-row.ts';
import { type LinkJob, readLinkTarget } from './link-target.ts';
import { createLinkNormaliser } from './normalise/normalise-link.ts';
import { createLossReport } from './not-carried-over.ts';
import { storeLinks } from './store-links.ts';

interface ProcessedLinks {
  readonly errors: readonly RowError[];
  /** Rows. */
  readonly rejected: number;
  readonly notCarriedOver: readonly NotCarriedOver[];
}

/**
 * Makes links of a batch of rows, in the caller's transaction.
 *
 * @param now Unix ms.
 */
export async function processLinkRows(
  client: ClientBase,
  job: LinkJob & { readonly not_carried_over: readonly NotCarriedOver[] | null },
  rows: readonly FileRow[],
  { now, address }: { now: number; address: OwnAddress },
): Promise<ProcessedLinks> {
  const before = job.not_carried_over ?? [];
  const target = await readLinkTarget(client, job);
  if (target === null) {
    const gone = (row: number) => ({ row, column: null, value: null, reason: 'the domain was removed' });
    return { errors: rows.map(({ row }) => gone(row)), rejected: rows.length, notCarriedOver: before };
  }
  const normalise = createLinkNormaliser(target);
  const report = createLossReport(before);
  const good: LinkRow[] = [];
  const errors: RowError[] = [];
  for (const given of rows) {
    const result = normalise(given);
    report.add(result.lost);
    if ('link' in result) good.push(result.link);
    else errors.push(...result.errors);
  }
  const own = await findOwnTargets(client, address, good);
  const allowed = good.filter(({ row }) => !own.has(row));
  const refused = await storeLinks(client, job, allowed, now);
  const stored = allowed.length - refused.length;
  const all = [...errors, ...[...own.values()].flat(), ...refused];
  return {
    errors: all.toSorted((a, b) => a.row - b.row),
    rejected: rows.length - stored,
    notCarriedOver: report.entries(),
  };
}
