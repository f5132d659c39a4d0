import { createHostCheck } from '../../platform/http/requests/host-of.ts';
import { DOCUMENT, findMisfit, type OperationObject } from './document-schemas.ts';

interface Known {
  readonly method: string;
  readonly pattern: RegExp;
  readonly operation: OperationObject;
}

const KNOWN: readonly Known[] = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    operation,
  })),
);

/** Streamed: reading a copy of it would hold it, and the tests of its memory would measure that. */
const STREAMED = 'export_my_account_data';
/** Answered alike wherever a method is not there; the document lists only those that are. */
const METHOD_NOT_ALLOWED = 405;

function operationOf(method: string, path: string): OperationObject | undefined {
  const named = path.replace(/^\/functions\/v1\//, '/v1/');
  return KNOWN.find((each) => each.method === method && each.pattern.test(named))?.operation;
}

/** Whether what was asked is refused for its host alone, of which the document does not speak. */
function isAboutHost({ headers, url }: Request, { status }: Response): boolean {
  const host = headers.get('host') ?? 'localhost';
  if (!URL.canParse(url) || (status === 400 && !createHostCheck()(host))) return true;
  return status === 404 && /\.[a-z]/i.test(host);
}

/**
 * Compares an answer with the document: its status, its media type and its body.
 *
 * @returns what does not fit, as a sentence; null if all does, or the document does not speak of the request.
 */
export async function findDeviation(request: Request, response: Response): Promise<string | null> {
  if (isAboutHost(request, response)) return null;
  const operation = operationOf(request.method, new URL(request.url).pathname);
  if (!operation || response.status === METHOD_NOT_ALLOWED) return null;
  const said = operation.responses[String(response.status)];
  const what = `${operation.operationId} answered ${response.status}`;
  if (!said) return `${what}, which the document does not list: ${await response.clone().text()}`;
  const media = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (response.body === null || media === '') return null;
  const content = said.content?.[media];
  if (!content) return `${what} with ${media}, which the document does not list`;
  const isRead = media === 'application/json' && !response.headers.has('content-encoding');
  if (!isRead || operation.operationId === STREAMED) return null;
  const misfit = findMisfit(content.schema, await response.clone().json());
  return misfit && `${what} with a body that does not fit the document: ${misfit}`;
}
