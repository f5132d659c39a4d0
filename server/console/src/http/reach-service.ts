import { setReachable } from './reachable.ts';
import { SERVICE_PATH } from './service-path.ts';

/** What a proxy answers where the service behind it is gone. */
const AWAY = new Set([502, 504]);

/** `fetch` of an address of this service, noting whether it could be reached at all. Throws as `fetch` does. */
export async function reachService(path: string, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(SERVICE_PATH + path, init);
    setReachable(!AWAY.has(response.status));
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) setReachable(false);
    throw error;
  }
}
