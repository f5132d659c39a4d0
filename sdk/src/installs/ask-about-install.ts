import { siblingOf } from '../config/endpoint.ts';
import type { HttpResponse, Platform } from '../platform/platform.ts';
import { backoffMs } from '../transport/with-retry.ts';
import type { Install } from './install-record.ts';

export interface AskParts {
  platform: Pick<Platform, 'http'>;
  apiKey: string;
  /** The ingest endpoint. */
  endpoint(): string;
  /** Undefined while the key is not resolved. */
  appId(): string | undefined;
  mayRequest(): Promise<boolean>;
  wait(ms: number): Promise<void>;
}

const TIMEOUT_MS = 15_000;
const MAX_POLLS = 5;

/**
 * Asks the service what it knows of an install, again after 1, 2, 4 and 8 s while that is undecided; undefined if nothing
 * may be sent or no answer came.
 */
export async function askAboutInstall(
  { platform, apiKey, endpoint, appId, mayRequest, wait }: AskParts,
  question: 'deep-link' | 'attribution',
  { eventId, clickId }: Pick<Install, 'eventId' | 'clickId'>,
): Promise<HttpResponse | undefined> {
  for (let poll = 1; poll <= MAX_POLLS; poll++) {
    const app = appId();
    if (!(app || clickId) || !(await mayRequest())) return undefined;
    const query = clickId
      ? `click_id=${clickId}`
      : `app_id=${encodeURIComponent(app ?? '')}&install_event_id=${encodeURIComponent(eventId)}`;
    const headers = { accept: 'application/json', ...(!clickId && { 'x-service-api-key': apiKey }) };
    const url = `${siblingOf(endpoint(), question)}?${query}`;
    const response = await platform
      .http({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS })
      .catch(() => undefined);
    if (response?.status !== 202) return response;
    if (poll < MAX_POLLS) await wait(backoffMs(poll));
  }
  return undefined;
}
