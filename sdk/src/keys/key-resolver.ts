import { siblingOf } from '../config/endpoint.ts';
import type { Logger } from '../platform/logger.ts';
import type { KeyValueStore, Platform } from '../platform/platform.ts';
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
  platform: Pick<Platform, 'http' | 'clock'>;
  /** Where the key is stored. */
  values: KeyValueStore;
  /** The queue's name. */
  name: string;
  ownEndpoint: string;
  apiKey: string;
  identity: {
    /** Names this installation, for which the service then seals the network. */
    installationId(): Promise<string>;
    isOptedOut(): boolean;
    forgotten: { current(): string | undefined };
  };
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
  const { platform, values, name, ownEndpoint, apiKey, identity, log, onKey } = parts;
  const storageKey = `${name}.key`;
  let key: KnownKey | undefined;
  let isTrusted = true;
  let pending: Promise<void> | undefined;
  let failures = 0;
  let stopped = false;
  // Nothing is asked before; a session that has an answer asks no more.
  let notBefore = 0;

  function take(resolved: KnownKey): void {
    const before = key;
    key = renewKey(before, resolved);
    isTrusted = true;
    notBefore = Number.POSITIVE_INFINITY;
    void values.set(storageKey, JSON.stringify(key));
    onKey(key, before !== undefined && signingParts(before) !== signingParts(key));
  }

  async function ask(): Promise<void> {
    const headers = { 'x-service-api-key': apiKey };
    const url = `${siblingOf(ownEndpoint, 'resolve-key')}?installation_id=${await identity.installationId()}`;
    // The user may have objected meanwhile; the wish to be forgotten is sent all the same.
    if (identity.isOptedOut() && !identity.forgotten.current()) return;
    const response = await platform
      .http({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS })
      .catch(() => undefined);
    if (stopped) return;
    const { status, text, retryAfter } = response ?? {};
    const resolved = status === 200 ? parseResolvedKey(text) : undefined;
    if (resolved) return take(resolved);
    if (status === 401) {
      key = undefined;
      void values.remove(storageKey);
    }
    const verdict = classifyResponse(status);
    const isRefused = verdict === 'refused' || verdict === 'divisible';
    const asked = parseRetryAfter(retryAfter, platform.clock.now()) ?? 0;
    const pause = isRefused ? Number.POSITIVE_INFINITY : Math.max(backoffMs(++failures), asked);
    notBefore = platform.clock.monotonic() + pause;
    log.error(`no key: ${status ?? 'no answer'}`);
  }

  return {
    async load() {
      const stored = parseResolvedKey(await values.get(storageKey));
      if (!stored || key) return;
      key = stored;
      onKey(stored, false);
    },
    async resolve() {
      if (!pending && platform.clock.monotonic() < notBefore) return;
      pending ??= ask().finally(() => {
        pending = undefined;
      });
      if (!key || !isTrusted) await pending;
    },
    known: () => key,
    distrust() {
      isTrusted = false;
      void values.remove(storageKey);
    },
    startSession() {
      failures = 0;
      notBefore = 0;
    },
    stop() {
      stopped = true;
    },
  };
}

/** The service leaves its settings out when it cannot read them; the first start's network is that of the install. */
function renewKey(before: KnownKey | undefined, resolved: KnownKey): KnownKey {
  const { network_token } = { ...resolved, ...before };
  return { ...(!resolved.config && before), ...resolved, ...(network_token && { network_token }) };
}

function signingParts({ customer_id, app_id, sdk_secret }: KnownKey): string {
  return `${customer_id} ${app_id} ${sdk_secret}`;
}
