import { siblingOf } from '../config/endpoint.ts';
import { SESSION_MS } from '../config/session-ms.ts';
import type { Logger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { classifyResponse } from '../transport/classify-response.ts';
import { parseRetryAfter } from '../transport/retry-after.ts';
import { backoffMs } from '../transport/with-retry.ts';
import { createKeptKey, type KeptKeyParts } from './kept-key.ts';
import { type KnownKey, parseResolvedKey } from './parse-resolved-key.ts';

const TIMEOUT_MS = 15_000;

/**
 * Obtains the key that signs events, once per session, and keeps it for the next start. The session of a page goes on over
 * those after it and beside it: what one was answered serves all.
 */
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

export interface KeyResolverParts extends KeptKeyParts {
  platform: KeptKeyParts['platform'] & Pick<Platform, 'http'>;
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
  const { platform, ownEndpoint, apiKey, identity, log, onKey } = parts;
  const { clock } = platform;
  const stored = createKeptKey(parts);
  let key: KnownKey | undefined;
  let isTrusted = true;
  let pending: Promise<void> | undefined;
  let failures = 0;
  let stopped = false;
  // Nothing is asked before; a session that has an answer asks no more.
  let notBefore = 0;

  function use(next: KnownKey): void {
    const before = key;
    key = next;
    isTrusted = true;
    // The secret tells one app's key from another's too.
    onKey(key, before !== undefined && before.sdk_secret !== key.sdk_secret);
  }

  async function ask(): Promise<void> {
    const { kept, msLeft } = await stored.read();
    if (msLeft > 0) {
      notBefore = clock.monotonic() + msLeft;
      return kept && use(kept);
    }
    const url = `${siblingOf(ownEndpoint, 'resolve-key')}?installation_id=${await identity.installationId()}`;
    // The user may have objected meanwhile; the wish to be forgotten is sent all the same.
    if (identity.isOptedOut() && !identity.forgotten.current()) return;
    const { status, text, retryAfter } = await get(platform, url, apiKey);
    if (stopped) return;
    const resolved = status === 200 ? parseResolvedKey(text) : undefined;
    if (resolved) {
      use(renewKey(key, resolved));
      notBefore = Number.POSITIVE_INFINITY;
      return stored.keep(key, SESSION_MS);
    }
    if (status === 401) key = undefined;
    const asked = parseRetryAfter(retryAfter, clock.now()) ?? 0;
    const pause = isRefusal(status) ? Number.POSITIVE_INFINITY : Math.max(backoffMs(++failures), asked);
    notBefore = clock.monotonic() + pause;
    stored.keep(key, pause);
    log.error(`no key: ${status ?? 'no answer'}`);
  }

  return {
    async load() {
      const { kept } = await stored.read();
      if (kept && !key) use(kept);
    },
    async resolve() {
      if (!pending && clock.monotonic() < notBefore) return;
      pending ??= ask().finally(() => {
        pending = undefined;
      });
      if (!key || !isTrusted) await pending;
    },
    known: () => key,
    distrust() {
      isTrusted = false;
      // It may be another page's answer, of which this one knows when it ends.
      if (notBefore < Number.POSITIVE_INFINITY) notBefore = 0;
      void stored.remove();
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

/** Empty where nothing answers. */
const get = (
  { http }: Pick<Platform, 'http'>,
  url: string,
  apiKey: string,
): Promise<Partial<Awaited<ReturnType<Platform['http']>>>> =>
  http({ method: 'GET', url, headers: { 'x-service-api-key': apiKey }, timeoutMs: TIMEOUT_MS }).catch(
    () => ({}),
  );

const isRefusal = (status: number | undefined) => ['refused', 'divisible'].includes(classifyResponse(status));

/** The service leaves its settings out when it cannot read them; the first start's network is that of the install. */
function renewKey(before: KnownKey | undefined, resolved: KnownKey): KnownKey {
  const { network_token } = { ...resolved, ...before };
  return { ...(!resolved.config && before), ...resolved, ...(network_token && { network_token }) };
}
