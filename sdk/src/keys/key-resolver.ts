import type { Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import { classifyResponse } from '../transport/classify-response.ts';
import { parseRetryAfter } from '../transport/retry-after.ts';
import { backoffMs } from '../transport/with-retry.ts';
import { type KnownKey, parseResolvedKey } from './parse-resolved-key.ts';

const TIMEOUT_MS = 15_000;

/** Obtains the key that signs events, once per session. */
export interface KeyResolver {
  /**
   * Requests the key unless this session already has an answer or the last failure is too recent. Returns the key to
   * use: this session's, or else an earlier session's that the service has not refused since.
   */
  resolve(): Promise<KnownKey | undefined>;
  known(): KnownKey | undefined;
  /** Makes the next `resolve` request the key again. */
  startSession(): void;
}

export interface KeyResolverParts {
  platform: Pick<Platform, 'http' | 'clock'>;
  url: string;
  apiKey: string;
  log: Logger;
  /** Called with each resolved key before `resolve` returns it. */
  onResolved(key: KnownKey): Promise<void>;
}

/**
 * Resolves the SDK key by `GET /v1/resolve-key`. A refusal lasts for the session; after any other failure `resolve`
 * tries again once a doubling pause, or the one that the service asks for, has passed.
 * The signing secret stays in memory and is never stored.
 */
export function createKeyResolver({ platform, url, apiKey, log, onResolved }: KeyResolverParts): KeyResolver {
  let key: KnownKey | undefined;
  let answered = false;
  let pending: Promise<void> | undefined;
  let failures = 0;
  let notBefore = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    const request = {
      method: 'GET',
      url,
      headers: { 'x-service-api-key': apiKey },
      timeoutMs: TIMEOUT_MS,
    } as const;
    const response = await platform.http(request).catch(() => undefined);
    const resolved = response?.status === 200 ? parseResolvedKey(response.text) : undefined;
    if (resolved) {
      failures = 0;
      await onResolved(resolved);
      key = resolved;
      answered = true;
      return;
    }
    failures++;
    const refused = classifyResponse(response?.status) === 'refused';
    if (refused) key = undefined;
    const asked = parseRetryAfter(response?.retryAfter, platform.clock.now()) ?? 0;
    const pause = refused ? Number.POSITIVE_INFINITY : Math.max(backoffMs(failures), asked);
    notBefore = platform.clock.monotonic() + pause;
    log.error(`the key could not be resolved: ${response ? `status ${response.status}` : 'no answer'}`);
  }

  return {
    async resolve() {
      if (!answered && (pending || platform.clock.monotonic() >= notBefore)) {
        pending ??= ask().finally(() => {
          pending = undefined;
        });
        await pending;
      }
      return key;
    },
    known: () => key,
    startSession() {
      answered = false;
      failures = 0;
      notBefore = Number.NEGATIVE_INFINITY;
    },
  };
}
