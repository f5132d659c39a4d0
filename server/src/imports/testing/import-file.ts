import { gzipSync } from 'node:zlib';
import type { TestService } from '../../testing/test-service.ts';
import type { Person, Tenant } from '../../testing/test-tenant.ts';
import { processImports } from '../process/import-worker.ts';

/** The answer of the status endpoint. */
export interface ImportStatus {
  readonly job_id: string;
  readonly status: string;
  readonly total_rows: number;
  readonly processed_rows: number;
  readonly imported_rows: number;
  readonly rejected_rows: number;
  readonly progress_pct: number;
  readonly failure_reason: string | null;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly errors: readonly { row: number; column: string | null; value: string | null; reason: string }[];
}

interface Upload {
  readonly contentType?: string | undefined;
  readonly query?: string;
  readonly gzip?: boolean;
  readonly headers?: Record<string, string>;
  readonly base?: string;
}

export const BASE = '/v1/migration-importer';

/** Starts a job and returns its id. */
export async function startJob(
  { owner, appId }: Pick<Tenant, 'owner' | 'appId'>,
  sourcePlatform = 'custom',
  args: object = {},
): Promise<string> {
  const given = { app_id: appId, source_platform: sourcePlatform, ...args };
  const response = await owner.post(`${BASE}/start`, given);
  const body = (await response.json()) as { job_id: string };
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body.job_id;
}

/** Uploads a file to a job; whether that worked is for the caller to see. */
export function upload(
  service: TestService,
  { token }: Person,
  jobId: string,
  file: string | Uint8Array,
  { contentType = 'text/csv', query = '', gzip = false, headers = {}, base = BASE }: Upload = {},
): Promise<Response> {
  return service.request(`${base}/upload?job_id=${jobId}${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': contentType,
      ...(gzip && { 'content-encoding': 'gzip' }),
      ...headers,
    },
    body: Buffer.from(gzip ? gzipSync(file) : file),
  });
}

/** Processes everything that is due. */
export async function processAllImports({ services }: TestService): Promise<void> {
  const { backgroundPool: pool, log, clock, config: address } = services;
  while (await processImports({ pool, log, clock, address }));
}

/** The status of a job. @throws Error if it cannot be read */
export async function statusOf({ owner }: Pick<Tenant, 'owner'>, jobId: string): Promise<ImportStatus> {
  const response = await owner.get(`${BASE}/status?job_id=${jobId}`);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as ImportStatus;
}

/** Imports a file: CSV text, or rows as JSON. */
export async function importFile(
  service: TestService,
  tenant: Tenant,
  sourcePlatform: string,
  file: string | readonly object[],
  args: object = {},
): Promise<ImportStatus> {
  const jobId = await startJob(tenant, sourcePlatform, args);
  const isText = typeof file === 'string';
  const response = await upload(service, tenant.owner, jobId, isText ? file : JSON.stringify(file), {
    contentType: isText ? 'text/csv' : 'application/json',
  });
  if (response.status !== 200) throw new Error(await response.text());
  await processAllImports(service);
  return statusOf(tenant, jobId);
}
