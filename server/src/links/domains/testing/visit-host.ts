import type { TestService } from '../../../testing/test-service.ts';

/** Requests a path of a host. */
export function visitHost(
  service: TestService,
  host: string,
  path: string,
  { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  return service.request(path, { ...init, headers: { host, ...headers } });
}

/** Where a visit leads, without what is added to the URL; else the status. */
export async function leadsTo(service: TestService, host: string, path: string): Promise<string | number> {
  const answer = await visitHost(service, host, path);
  return answer.headers.get('location')?.split('?')[0] ?? answer.status;
}
