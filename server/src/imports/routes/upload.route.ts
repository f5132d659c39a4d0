import { App } from '@tributary/db/apps/app.entity';
import type { ImportKind, NotCarriedOver } from '@tributary/db/imports/import-job.entity';
import type { Context } from 'hono';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import type { Session } from '../../platform/auth/session/read-session.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { AppEnv, FunctionRoute } from '../../platform/http/function-route.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { readBody } from '../../platform/http/requests/read-body.ts';
import { readKnownQuery } from '../../platform/http/requests/read-query.ts';
import { requireSession } from '../../platform/http/requests/require-session.ts';
import { answersJson } from '../../platform/http/route-facts.ts';
import type { Services } from '../../platform/services.ts';
import { mappedColumns, mappingOfJob, type ReadColumns } from '../column-mapping.ts';
import { type FileRow, rowError } from '../import-row.ts';
import { collectBatches } from '../jobs/collect-batches.ts';
import { findOwnJob } from '../jobs/find-own-job.ts';
import type { ImportJobRecord } from '../jobs/import-job-item.ts';
import { submitUpload } from '../jobs/submit-upload.ts';
import { NOT_CARRIED_OVER, notCarriedOver } from '../links/not-carried-over.ts';
import { createLinkReading } from '../links/read-link-file.ts';
import { readRows } from '../parse/read-rows.ts';
import { createDryRun, type DryRun } from './dry-run.ts';
import { createLinkDryRun } from './dry-run-links.ts';
import { HISTORY, type Importer, LINKS } from './importers.ts';
import { loadImportCaller } from './load-import-caller.ts';
import {
  inChunks,
  inflateUpload,
  MAX_FILE_BYTES,
  readFormat,
  readIsGzip,
  UPLOAD_PACE,
} from './read-upload.ts';

const query = z.object({
  job_id: uuid.describe('The import job.'),
  dry_run: z.enum(['0', '1'], 'must be 0 or 1').optional().describe('1 to learn what would be imported.'),
});
const uploaded = z.object({ job_id: z.uuid(), total_rows: z.int(), status: z.literal('processing') });
const tried = z.object({
  job_id: z.uuid(),
  total_rows: z.int(),
  status: z.literal('pending'),
  dry_run: z.literal(true),
  would_import: z.record(z.string(), z.int()).describe('Rows by event type.'),
  would_reject: z.int().describe('Rows with errors.'),
  errors: z.array(rowError),
  sample: z.array(z.record(z.string(), z.unknown())).describe('The first 10 rows as they would be stored.'),
});
const linksTried = tried.extend({
  would_import: z
    .object({ link: z.int().describe('Rows that would become links.') })
    .describe('Rows by what they would become.'),
  not_carried_over: z.array(notCarriedOver).describe(NOT_CARRIED_OVER),
});

/** What a file is read with, and what is seen of it before it is stored. */
interface Reading {
  readonly columns: ReadColumns;
  /** Says what of a batch is stored. */
  visit(batch: readonly FileRow[]): readonly FileRow[];
  notCarriedOver(): readonly NotCarriedOver[] | null;
}

const uploadRouteOf = ({ path, kind }: Importer, example: string): FunctionRoute => ({
  path: `${path}/upload`,
  about: {
    tag: 'import',
    summary: kind === 'links' ? 'Upload a file of links' : 'Upload the file of an import',
    description:
      'Takes the file of a pending job, up to 5 MB and 50,000 rows, and begins to process it; gzip is ' +
      'taken, and the limits hold for what it inflates to. With `dry_run=1` it only answers what would be ' +
      'imported. Needs the developer role in the app’s team. Audited as `upload_import`.',
    security: [['session']],
    query,
    body: {
      'text/csv': z.string().describe('With a header: RFC 4180, or as Excel writes it.'),
      'application/json': z.array(z.record(z.string(), z.unknown())).describe('The rows.'),
      'text/plain': z.string().describe('As `text/csv`.'),
    },
    example: { query: { job_id: '7c1f2b9e-4a1d-4c52-9a55-0d2f6a3b8e10' }, body: example },
    answers: answersJson(z.union([uploaded, kind === 'links' ? linksTried : tried])),
    fails: ['FORBIDDEN', 'FEATURE_NOT_AVAILABLE', 'NOT_FOUND', 'CONFLICT', 'UNSUPPORTED_MEDIA_TYPE'],
  },
  methods: {
    POST: async (c, services) => {
      const session = await requireSession(c, services);
      const pending = await findPendingJob(c, services, session, kind);
      const { job_id, dry_run } = pending;
      if (dry_run === '1') await services.limits.dryRunsPerAccount.consume(pending.job.customerId);
      const format = readFormat(c.req.header('content-type'));
      const isGzip = readIsGzip(c.req.header('content-encoding'));
      const read = (signal: AbortSignal) => readBody(c, MAX_FILE_BYTES, { ...UPLOAD_PACE, signal });
      return services.importUploads.run(session.userId, read, async (body) => {
        const file = await inflateUpload(isGzip, body);
        // The file may have taken minutes, in which everything may have changed.
        const found = await findPendingJob(c, services, await requireSession(c, services), kind);
        const { actor, job } = found;
        const reading = readingOf(job);
        const rows = readRows(inChunks(file), format, reading.columns);
        if (dry_run === '1') {
          const dryRun = await dryRunOf(services, job, reading);
          const { totalRows } = await collectBatches(rows, dryRun.visit);
          return c.json({ job_id, total_rows: totalRows, status: job.status, ...dryRun.result() });
        }
        const { totalRows, batches } = await collectBatches(rows, reading.visit);
        const adding = { ...found, session: actor.session, services };
        await lockAccountShared(adding, async (tx, current) => {
          await current.app(job.appId, 'developer');
          await submitUpload(
            tx,
            job,
            { totalRows, batches, notCarriedOver: reading.notCarriedOver() },
            services.clock(),
          );
          recordAudit(tx, actor, {
            customerId: job.customerId,
            action: 'upload_import',
            targetType: 'import_job',
            targetId: job.id,
            details: { total_rows: totalRows, ...(kind === 'links' && { kind }) },
          });
        });
        return c.json({ job_id, total_rows: totalRows, status: 'processing' });
      });
    },
  },
});

export const uploadImportRoute = uploadRouteOf(
  HISTORY,
  'Install Time,Event Name\n2026-01-31 12:00:00,install\n',
);
export const uploadLinksRoute = uploadRouteOf(
  LINKS,
  'short_link,fallback_url\nhttps://go.example.com/Spring/Sale,https://example.com/spring\n',
);

function readingOf(job: ImportJobRecord): Reading {
  if (job.kind === 'links') return createLinkReading(job);
  const columns = mappedColumns(mappingOfJob(job));
  return { columns, visit: (batch) => batch, notCarriedOver: () => null };
}

async function dryRunOf(services: Services, job: ImportJobRecord, reading: Reading): Promise<DryRun> {
  if (job.kind === 'links') return createLinkDryRun(services, job, reading);
  const app = await services.orm.em.fork().findOneOrFail(App, { id: job.appId });
  return createDryRun(job, services.clock(), app.privacyMode === 'strict');
}

/** The job, if the caller may upload to it and it waits for its file. @throws AppError */
async function findPendingJob(c: Context<AppEnv>, services: Services, session: Session, kind: ImportKind) {
  const { em, access, actor } = await loadImportCaller(services, session, c.var);
  access.requireFeature('importer');
  const { job_id, dry_run } = query.parse(readKnownQuery(c, Object.keys(query.shape)));
  const job = await findOwnJob(em, access, job_id, { ended: false, kind });
  requirePending(job);
  return { em, access, actor, job, job_id, dry_run };
}

function requirePending({ status }: ImportJobRecord): void {
  if (status !== 'pending')
    throw new AppError('VALIDATION_ERROR', `job_id: the job is not pending: its status is ${status}`);
}
