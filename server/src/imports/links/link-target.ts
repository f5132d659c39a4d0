import type { ClientBase, Pool } from 'pg';
import type { ColumnMapping } from '../column-mapping.ts';
import type { LinkField } from './link-fields.ts';
import { linkSourceNamed } from './mappings/link-sources.ts';
import type { LinkTarget } from './normalise/normalise-link.ts';

/** A job that imports links, as its row says. */
export interface LinkJob {
  readonly id: string;
  readonly customer_id: string;
  readonly app_id: string;
  readonly source_platform: string;
  readonly column_mapping: ColumnMapping<string>;
  readonly domain_id: string | null;
}

const READ = `
  select apps.bundle_id,
    (select host from domains
      where id = $3 and customer_id = $2 and verified_at is not null and removed_at is null) as host
  from apps where apps.id = $1 and apps.customer_id = $2`;

/** Where a job's links go; null where its domain is no longer the account's. */
export async function readLinkTarget(client: ClientBase | Pool, job: LinkJob): Promise<LinkTarget | null> {
  const values = [job.app_id, job.customer_id, job.domain_id];
  const { rows } = await client.query<{ bundle_id: string; host: string | null }>(READ, values);
  const [row] = rows;
  if (row === undefined || (job.domain_id !== null && row.host === null)) return null;
  return {
    jobId: job.id,
    app: { id: job.app_id, bundleId: row.bundle_id },
    source: linkSourceNamed(job.source_platform),
    mapping: job.column_mapping as ColumnMapping<LinkField>,
    host: row.host,
  };
}
