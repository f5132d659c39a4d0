import type { ClientConfig } from '../config/client-config.ts';
import { siblingOf } from '../config/endpoint.ts';
import type { KeyResolver } from '../keys/key-resolver.ts';
import type { RemoteSettings } from '../keys/remote-settings.ts';
import type { HttpResponse, Platform } from '../platform/platform.ts';
import type { Waiter } from '../platform/waiter.ts';
import { backoffMs } from '../transport/with-retry.ts';
import type { Install } from './install-record.ts';

export interface AskParts {
  platform: Pick<Platform, 'http'>;
  config: Pick<ClientConfig, 'appId'>;
  apiKey: string;
  remote: Pick<RemoteSettings, 'endpoint'>;
  keys: Pick<KeyResolver, 'known'>;
  delivery: { gate: { mayRequest(): Promise<boolean> } };
  waiter: Waiter;
}

const TIMEOUT_MS = 15_000;
const MAX_POLLS = 5;

/**
 * Asks the service what it knows of an install, again after 1, 2, 4 and 8 s while that is undecided; undefined if nothing
 * may be sent or no answer came.
 */
export async function askAboutInstall(
  { platform, config, apiKey, remote, keys, delivery, waiter }: AskParts,
  question: 'deep-link' | 'attribution',
  { eventId, clickId }: Pick<Install, 'eventId' | 'clickId'>,
): Promise<HttpResponse | undefined> {
  for (let poll = 1; poll <= MAX_POLLS; poll++) {
    // Undefined while the key is not resolved.
    const app = config.appId ?? keys.known()?.app_id;
    if (!(app || clickId) || !(await delivery.gate.mayRequest())) return undefined;
    const query = clickId
      ? `click_id=${clickId}`
      : `app_id=${encodeURIComponent(app ?? '')}&install_event_id=${encodeURIComponent(eventId)}`;
    const headers = { accept: 'application/json', ...(!clickId && { 'x-service-api-key': apiKey }) };
    const url = `${siblingOf(remote.endpoint(), question)}?${query}`;
    const response = await platform
      .http({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS })
      .catch(() => undefined);
    if (response?.status !== 202) return response;
    if (poll < MAX_POLLS) await waiter.wait(backoffMs(poll));
  }
  return undefined;
}
