import { randomUUID } from 'node:crypto';
import type { TestService } from '../../testing/test-service.ts';
import type { Person, Tenant } from '../../testing/test-tenant.ts';
import { type ImportStatus, processAllImports, upload } from './import-file.ts';

export const LINK_BASE = '/v1/link-importer';

/** The answer of the status endpoint. */
export interface LinkImportStatus extends ImportStatus {
  readonly domain: string | null;
  readonly not_carried_over: readonly {
    column: string | null;
    reason: string;
    rows: number;
    example: string | null;
  }[];
}

/** Starts a job of links and returns its id. */
export async function startLinkJob(
  { owner, appId }: Pick<Tenant, 'owner' | 'appId'>,
  sourcePlatform: string,
  args: object = {},
): Promise<string> {
  const given = { app_id: appId, source_platform: sourcePlatform, ...args };
  const response = await owner.post(`${LINK_BASE}/start`, given);
  const body = (await response.json()) as { job_id: string };
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body.job_id;
}

/** Uploads rows as JSON, or CSV text. */
export function uploadLinks(
  service: TestService,
  person: Person,
  jobId: string,
  file: string | readonly object[],
  query = '',
): Promise<Response> {
  const isText = typeof file === 'string';
  return upload(service, person, jobId, isText ? file : JSON.stringify(file), {
    base: LINK_BASE,
    query,
    contentType: isText ? 'text/csv' : 'application/json',
  });
}

/** The status of a job of links. @throws Error if it cannot be read */
export async function linkStatusOf(
  { owner }: Pick<Tenant, 'owner'>,
  jobId: string,
): Promise<LinkImportStatus> {
  const response = await owner.get(`${LINK_BASE}/status?job_id=${jobId}`);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as LinkImportStatus;
}

/** Imports a file of links. */
export async function importLinks(
  service: TestService,
  tenant: Tenant,
  sourcePlatform: string,
  file: string | readonly object[],
  args: object = {},
): Promise<LinkImportStatus> {
  const jobId = await startLinkJob(tenant, sourcePlatform, args);
  const response = await uploadLinks(service, tenant.owner, jobId, file);
  if (response.status !== 200) throw new Error(await response.text());
  await processAllImports(service);
  return linkStatusOf(tenant, jobId);
}

/** A domain of the account, as if it had been added, and proven unless that is said. @returns its host */
export async function insertDomain(
  { services }: TestService,
  { accountId }: Pick<Tenant, 'accountId'>,
  { verified = true, isDefault = false } = {},
): Promise<string> {
  const host = `go-${randomUUID().slice(0, 8)}.example`;
  await services.workPool.query(
    `insert into domains (id, customer_id, host, proof, is_default, verified_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'proof', $3, $4, now(), now())`,
    [accountId, host, isDefault, verified ? new Date() : null],
  );
  return host;
}
