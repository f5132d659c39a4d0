import { setTimeout as pause } from 'node:timers/promises';
import type { Owner } from '../../backend/owner.ts';

interface Status {
  readonly status: string;
  readonly total_rows: number;
  readonly imported_rows: number;
}

const BASE = '/v1/migration-importer';

/** Uploads a file and waits until it is imported. @returns seconds, from the upload on. */
export async function importUpload(
  origin: string,
  owner: Owner,
  appId: string,
  file: string,
): Promise<number> {
  const { job_id } = await owner.post<{ job_id: string }>(`${BASE}/start`, {
    app_id: appId,
    source_platform: 'custom',
  });
  const startedAt = performance.now();
  const response = await fetch(`${origin}${BASE}/upload?job_id=${job_id}`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'text/csv' },
    body: file,
  });
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
  for (;;) {
    const job = JSON.parse(await owner.getText(`${BASE}/status?job_id=${job_id}`)) as Status;
    if (job.status === 'completed' && job.imported_rows === job.total_rows) break;
    if (job.status !== 'processing')
      throw new Error(`the import ended as ${JSON.stringify(job).slice(0, 500)}`);
    await pause(100);
  }
  return (performance.now() - startedAt) / 1000;
}
