import { reachService } from './reach-service.ts';
import { refusalOf } from './refusal-of.ts';
import { ServiceError } from './service-error.ts';

/** A request to an endpoint of the service that is no procedure. */
export interface JsonRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

/** An answer, with the headers that carry a token. */
export interface JsonAnswer<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

/** Sends JSON and reads JSON. @throws ServiceError in the service's words */
export async function sendJson<Body>(
  path: string,
  { method = 'POST', body, headers = {} }: JsonRequest = {},
): Promise<JsonAnswer<Body>> {
  const response = await reachService(path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ServiceError('The service cannot be reached.', 0);
  });
  if (!response.ok) throw await refusalOf(response);
  const answer: unknown = await response.json().catch(() => null);
  return { body: answer as Body, headers: response.headers };
}
