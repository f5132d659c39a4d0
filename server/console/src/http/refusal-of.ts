import { ServiceError } from './service-error.ts';

/** An answer that is none, as an error with the service's sentence; `otherwise` where it says nothing. */
export async function refusalOf(
  response: Response,
  otherwise = 'The service refused this.',
): Promise<ServiceError> {
  const answer: unknown = await response.json().catch(() => null);
  const said = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  return new ServiceError(typeof said === 'string' ? said : otherwise, response.status);
}
