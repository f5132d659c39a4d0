import { reachService } from '../../http/reach-service.ts';
import { refusalOf } from '../../http/refusal-of.ts';
import { sendJson } from '../../http/send-json.ts';
import { credentials } from '../../session/session.ts';

/** What is imported: events of the past, or links. */
export type Importer = 'migration-importer' | 'link-importer';

/** An error of a row. Rows count from 1, without the header. */
export interface RowError {
  readonly row: number;
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
}

/** What no link has here, with the rows that had it. */
export interface NotCarriedOver {
  readonly column: string | null;
  readonly reason: string;
  readonly rows: number;
  readonly example: string | null;
}

/** What a file would bring, without storing it. */
export interface Trial {
  readonly total_rows: number;
  readonly would_import: Readonly<Record<string, number>>;
  readonly would_reject: number;
  readonly errors: readonly RowError[];
  /** Of a file of links. */
  readonly not_carried_over?: readonly NotCarriedOver[];
}

/** Starts a job that waits for its file. @returns its id @throws ServiceError */
export async function startImport(
  importer: Importer,
  job: Readonly<Record<string, string>>,
): Promise<string> {
  const { body } = await sendJson<{ job_id: string }>(`/v1/${importer}/start`, {
    headers: credentials(),
    body: job,
  });
  return body.job_id;
}

/** What a file would bring. @throws ServiceError */
export const tryImport = (importer: Importer, jobId: string, file: File): Promise<Trial> =>
  send<Trial>(importer, jobId, file, '&dry_run=1');

/** Hands the file over; it is worked on in the background. @throws ServiceError */
export const uploadImport = (
  importer: Importer,
  jobId: string,
  file: File,
): Promise<{ total_rows: number }> => send(importer, jobId, file, '');

async function send<Answer>(importer: Importer, jobId: string, file: File, query: string): Promise<Answer> {
  const type = file.name.endsWith('.json') ? 'application/json' : 'text/csv';
  const response = await reachService(`/v1/${importer}/upload?job_id=${jobId}${query}`, {
    method: 'POST',
    headers: { ...credentials(), 'content-type': type },
    body: file,
  });
  if (!response.ok) throw await refusalOf(response, 'The service refused the file.');
  return (await response.json()) as Answer;
}

/** The errors of a job as CSV. @throws ServiceError */
export async function fetchErrors(importer: Importer, jobId: string): Promise<Blob> {
  return (await ask(`/v1/${importer}/errors?job_id=${jobId}`)).blob();
}

/** What could not be carried over of a file of links. @throws ServiceError */
export async function fetchNotCarriedOver(jobId: string): Promise<readonly NotCarriedOver[]> {
  const response = await ask(`/v1/link-importer/status?job_id=${jobId}`);
  return ((await response.json()) as { not_carried_over: readonly NotCarriedOver[] }).not_carried_over;
}

async function ask(address: string): Promise<Response> {
  const response = await reachService(address, { headers: credentials() });
  if (!response.ok) throw await refusalOf(response, 'The report could not be fetched.');
  return response;
}
