import type { Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import { classifyResponse } from '../transport/classify-response.ts';
import { parseRetryAfter } from '../transport/retry-after.ts';
import { backoffMs } from '../transport/with-retry.ts';
import { type KnownKey, parseResolvedKey } from './parse-resolved-key.ts';

const TIMEOUT_MS = 15_000;

/** Obtains the key that signs events, once per session, and keeps it for the next start. */
export interface KeyResolver {
  /** Takes up the key that an earlier start stored. */
  load(): Promise<void>;
  /**
   * Requests the key unless this session already has an answer or the last failure is too recent. Waits for the answer
   * only if there is no key yet, or the service has refused its signatures.
   */
  resolve(): Promise<void>;
  known(): KnownKey | undefined;
  /** To be called when the service has refused a signature: the stored key is forgotten. */
  distrust(): void;
  /** Makes the next `resolve` request the key again. */
  startSession(): void;
  /** Ignores the answer that is still awaited. */
  stop(): void;
}

export interface KeyResolverParts {
  platform: Pick<Platform, 'http' | 'clock' | 'storage'>;
  /** Where the key is stored. */
  storageKey: string;
  url: string;
  apiKey: string;
  log: Logger;
  /** Called with each key before it is used; `changed` if it signs otherwise than the one before. */
  onKey(key: KnownKey, changed: boolean): void;
}

/**
 * Resolves the SDK key by `GET /v1/resolve-key`. A refusal lasts for the session; after any other failure `resolve`
 * tries again once a doubling pause, or the one that the service asks for, has passed. The stored copy holds the
 * signing secret, which is no more secret than the SDK key that the app is shipped with.
 */
export function createKeyResolver(parts: KeyResolverParts): KeyResolver {
  const { platform, storageKey, url, apiKey, log } = parts;
  const { values } = platform.storage;
  let key: KnownKey | undefined;
  let trusted = true;
  let answered = false;
  let pending: Promise<void> | undefined;
  let failures = 0;
  let stopped = false;
  let notBefore = Number.NEGATIVE_INFINITY;

  function take(resolved: KnownKey): void {
    const before = key;
    const changed = before !== undefined && signingParts(before) !== signingParts(resolved);
    // The service leaves its settings out when it cannot read them.
    const { config, overridden } = resolved.config ? resolved : (before ?? resolved);
    key = { ...resolved, ...(config && { config }), ...(overridden && { overridden }) };
    trusted = true;
    answered = true;
    failures = 0;
    void values.set(storageKey, JSON.stringify(key));
    parts.onKey(key, changed);
  }

  function forget(): void {
    key = undefined;
    void values.remove(storageKey);
  }

  async function ask(): Promise<void> {
    const headers = { 'x-service-api-key': apiKey };
    const request = { method: 'GET', url, headers, timeoutMs: TIMEOUT_MS } as const;
    const response = await platform.http(request).catch(() => undefined);
    if (stopped) return;
    const resolved = response?.status === 200 ? parseResolvedKey(response.text) : undefined;
    if (resolved) return take(resolved);
    failures++;
    if (response?.status === 401) forget();
    const refused = /refused|divisible/.test(classifyResponse(response?.status));
    const asked = parseRetryAfter(response?.retryAfter, platform.clock.now()) ?? 0;
    const pause = refused ? Number.POSITIVE_INFINITY : Math.max(backoffMs(failures), asked);
    notBefore = platform.clock.monotonic() + pause;
    log.error(`the key could not be resolved: ${describeFailure(response?.status)}`);
  }

  return {
    async load() {
      const stored = parseResolvedKey((await values.get(storageKey)) ?? '');
      if (!stored || key) return;
      key = stored;
      parts.onKey(stored, false);
    },
    async resolve() {
      if (answered || !(pending || platform.clock.monotonic() >= notBefore)) return;
      pending ??= ask().finally(() => {
        pending = undefined;
      });
      if (!key || !trusted) await pending;
    },
    known: () => key,
    distrust() {
      trusted = false;
      void values.remove(storageKey);
    },
    startSession() {
      answered = false;
      failures = 0;
      notBefore = Number.NEGATIVE_INFINITY;
    },
    stop() {
      stopped = true;
    },
  };
}

function describeFailure(status: number | undefined): string {
  if (status === undefined) return 'no answer';
  return `status ${status}${status === 401 ? ': it is unknown or revoked, so nothing is sent' : ''}`;
}

function signingParts({ customer_id, app_id, sdk_secret }: KnownKey): string {
  return `${customer_id} ${app_id} ${sdk_secret}`;
}
