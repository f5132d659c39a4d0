import { reachService } from '../../http/reach-service.ts';
import { refusalOf } from '../../http/refusal-of.ts';
import { sendJson } from '../../http/send-json.ts';
import { credentials } from '../../session/session.ts';

const BASE = '/v1/migration-importer';

/** An error of a row. Rows count from 1, without the header. */
export interface RowError {
  readonly row: number;
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
}

/** What a file would bring, without storing it. */
export interface Trial {
  readonly total_rows: number;
  readonly would_import: Readonly<Record<string, number>>;
  readonly would_reject: number;
  readonly errors: readonly RowError[];
}

/** Starts a job that waits for its file. @returns its id @throws ServiceError */
export async function startImport(appId: string, source: string): Promise<string> {
  const { body } = await sendJson<{ job_id: string }>(`${BASE}/start`, {
    headers: credentials(),
    body: { app_id: appId, source_platform: source },
  });
  return body.job_id;
}

/** What a file would bring. @throws ServiceError */
export const tryImport = (jobId: string, file: File): Promise<Trial> =>
  send<Trial>(jobId, file, '&dry_run=1');

/** Hands the file over; it is worked on in the background. @throws ServiceError */
export const uploadImport = (jobId: string, file: File): Promise<{ total_rows: number }> =>
  send(jobId, file, '');

async function send<Answer>(jobId: string, file: File, query: string): Promise<Answer> {
  const type = file.name.endsWith('.json') ? 'application/json' : 'text/csv';
  const response = await reachService(`${BASE}/upload?job_id=${jobId}${query}`, {
    method: 'POST',
    headers: { ...credentials(), 'content-type': type },
    body: file,
  });
  if (!response.ok) throw await refusalOf(response, 'The service refused the file.');
  return (await response.json()) as Answer;
}

/** The errors of a job as CSV. @throws ServiceError */
export async function fetchErrors(jobId: string): Promise<Blob> {
  const response = await reachService(`${BASE}/errors?job_id=${jobId}`, { headers: credentials() });
  if (!response.ok) throw await refusalOf(response, 'The errors could not be fetched.');
  return response.blob();
}
