import type { NotCarriedOver } from '@tributary/db/imports/import-job.entity';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { ColumnMapping } from '../column-mapping.ts';
import type { FileRow, RowError } from '../import-row.ts';
import type { ImportJobRecord } from '../jobs/import-job-item.ts';
import { MAX_KEPT_ERRORS } from '../jobs/read-errors.ts';
import { findOwnTargets } from '../links/find-own-targets.ts';
import { findTaken, isTaken, type LinkKey } from '../links/find-taken.ts';
import type { LinkRow } from '../links/link-row.ts';
import { readLinkTarget } from '../links/link-target.ts';
import { createLinkNormaliser } from '../links/normalise/normalise-link.ts';
import { createLossReport } from '../links/not-carried-over.ts';
import { refuseTaken } from '../links/row-refusals.ts';
import { type DryRun, SAMPLE } from './dry-run.ts';

/** What is seen of a file as it is read: see read-link-file.ts. */
interface Reading {
  visit(batch: readonly FileRow[]): readonly FileRow[];
  notCarriedOver(): readonly NotCarriedOver[] | null;
}

/** What a file of links would import. */
interface LinksDryRun {
  readonly dry_run: true;
  readonly would_import: { readonly link: number };
  /** Rows. */
  readonly would_reject: number;
  readonly errors: readonly RowError[];
  readonly not_carried_over: readonly NotCarriedOver[];
  /** The first links as they would be stored. */
  readonly sample: readonly object[];
}

/**
 * Looks also at what is stored, and at what the file itself has twice.
 *
 * @throws AppError CONFLICT for a domain that is no longer the account's
 */
export async function createLinkDryRun(
  { workPool, config }: Pick<Services, 'workPool' | 'config'>,
  job: ImportJobRecord,
  reading: Reading,
): Promise<DryRun<LinksDryRun>> {
  const domainId = job.domainId ?? null;
  const target = await readLinkTarget(workPool, {
    id: job.id,
    customer_id: job.customerId,
    app_id: job.appId,
    source_platform: job.sourcePlatform,
    column_mapping: job.columnMapping as ColumnMapping<string>,
    domain_id: domainId,
  });
  if (target === null) throw new AppError('CONFLICT', 'the domain was removed');
  const { host } = target;
  const normalise = createLinkNormaliser(target);
  const inFile = new Set<string>();
  const errors: RowError[] = [];
  const sample: object[] = [];
  const counts = { good: 0, rejected: 0 };
  const losses = createLossReport([]);

  function reject(given: readonly RowError[]): void {
    counts.rejected++;
    errors.push(...given.slice(0, MAX_KEPT_ERRORS - errors.length));
  }

  function keep(row: LinkRow): void {
    counts.good++;
    inFile.add(row.link.p_slug);
    if (row.path !== null) inFile.add(row.path);
    if (sample.length < SAMPLE) sample.push(toSample(row, host));
  }

  async function lookAt(rows: readonly FileRow[]): Promise<void> {
    const results = rows.map(normalise);
    const links = results.flatMap((result) => ('link' in result ? [result.link] : []));
    const own = await findOwnTargets(workPool, config, links);
    const taken = await findTaken(workPool, domainId, links.map(keyOf));
    for (const result of results) {
      losses.add(result.lost);
      if ('errors' in result) {
        reject(result.errors);
        continue;
      }
      const key = keyOf(result.link);
      const targets = own.get(result.link.row);
      if (targets !== undefined) reject(targets);
      else if (isTaken(taken, key) || isTaken(inFile, key)) reject([refuseTaken(result.link)]);
      else keep(result.link);
    }
  }

  return {
    async visit(batch) {
      const known = reading.visit(batch);
      await lookAt(known);
      return known;
    },
    result: () => ({
      dry_run: true,
      would_import: { link: counts.good },
      would_reject: counts.rejected,
      errors,
      not_carried_over: [...(reading.notCarriedOver() ?? []), ...losses.entries()],
      sample,
    }),
  };
}

function keyOf({ link, path }: LinkRow): LinkKey {
  return { slug: link.p_slug, path };
}

/** @param domain the host that the job names; a row never does */
function toSample({ row, link, path, campaignName, active }: LinkRow, domain: string | null): object {
  const { p_app_id: _app, ...members } = link;
  const named = Object.entries(members).map(([name, value]) => [name.replace(/^p_/, ''), value]);
  return { row, ...Object.fromEntries(named), domain, path, campaign_name: campaignName, active };
}
