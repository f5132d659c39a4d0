import type { Endpoints } from '../config/endpoint.ts';
import type { Logger } from '../logger.ts';
import { parseObject } from '../parse-object.ts';
import type { HttpRequest, Platform } from '../platform/platform.ts';
import type { EventFacts } from '../tracking/pending-event.ts';
import { backoffMs } from '../transport/with-retry.ts';
import { parseDeepLink } from './parse-deep-link.ts';

/** The link that led to the install. */
export interface DeferredDeepLink {
  path: string | null;
  params: Record<string, unknown>;
  clickId: string | null;
  slug: string | null;
  campaignId: string | null;
  channel: string | null;
}

export type DeferredDeepLinkListener = (link: DeferredDeepLink) => void;

/** The stored install; `done` once the listener was called or there turned out to be no link. */
interface InstallRecord {
  eventId: string;
  clickId?: string;
  done: boolean;
}

export interface DeferredDeepLinkParts {
  platform: Pick<Platform, 'http' | 'storage'>;
  /** The storage key of the install record. */
  key: string;
  apiKey: string;
  endpoints(): Endpoints;
  /** undefined while the key is not resolved. */
  appId(): string | undefined;
  mayRequest(): Promise<boolean>;
  wait(ms: number): Promise<void>;
  log: Logger;
}

const TIMEOUT_MS = 15_000;
const MAX_POLLS = 5;

/**
 * Finds the link behind an install and calls the listener at most once per installation: by the click id in the
 * install's referrer, or else by the click that the install was attributed to, once that is decided.
 */
export function createDeferredDeepLink(parts: DeferredDeepLinkParts) {
  const { platform, key, log } = parts;
  const { values } = platform.storage;
  let listener: DeferredDeepLinkListener | undefined;
  let looking = false;

  async function readRecord(): Promise<InstallRecord | undefined> {
    const install = parseObject((await values.get(key)) ?? '');
    return install as InstallRecord | undefined;
  }

  async function pollUntilDecided(install: InstallRecord): Promise<void> {
    for (let poll = 1; poll <= MAX_POLLS; poll++) {
      const request = requestFor(parts, install);
      if (!request || !(await parts.mayRequest())) return;
      const response = await platform.http(request).catch(() => undefined);
      const link = response?.status === 200 ? parseObject(response.text) : undefined;
      const none = response?.status === 204 || (response?.status === 404 && install.clickId !== undefined);
      if (link || none) {
        // Stored first: a listener that ends the process must not be called again.
        await values.set(key, JSON.stringify({ ...install, done: true } satisfies InstallRecord));
        if (link) listener?.(toDeepLink(link));
        return;
      }
      if (response?.status !== 202) return;
      await parts.wait(backoffMs(poll));
    }
  }

  return {
    setListener(given: DeferredDeepLinkListener): void {
      listener = given;
    },
    /** Stores the first install event of this installation. */
    async recordInstall(facts: EventFacts): Promise<void> {
      if (facts.event_type !== 'install') return;
      const clickId = facts.click_id ?? parseDeepLink(facts.referrer ?? '').clickId;
      const install: InstallRecord = {
        eventId: facts.event_id,
        done: false,
        ...(clickId ? { clickId } : {}),
      };
      await values.setIfAbsent(key, JSON.stringify(install));
    },
    /** To be called whenever an answer may have become available. Never rejects. */
    async lookUp(): Promise<void> {
      if (!listener || looking) return;
      looking = true;
      try {
        const install = await readRecord();
        if (install && !install.done) await pollUntilDecided(install);
      } catch (error) {
        log.error(`looking up the deferred deep link failed: ${String(error)}`);
      } finally {
        looking = false;
      }
    },
  };
}

function requestFor(parts: DeferredDeepLinkParts, install: InstallRecord): HttpRequest | undefined {
  const appId = parts.appId();
  const base = { method: 'GET', timeoutMs: TIMEOUT_MS } as const;
  const url = parts.endpoints().deepLink;
  const accept = 'application/json';
  if (install.clickId) return { ...base, url: `${url}?click_id=${install.clickId}`, headers: { accept } };
  if (!appId) return undefined;
  const query = `app_id=${encodeURIComponent(appId)}&install_event_id=${encodeURIComponent(install.eventId)}`;
  return { ...base, url: `${url}?${query}`, headers: { accept, 'x-service-api-key': parts.apiKey } };
}

function toDeepLink(body: Record<string, unknown>): DeferredDeepLink {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const params = typeof body.params === 'object' && body.params !== null ? { ...body.params } : {};
  return {
    path: text(body.path),
    params,
    clickId: text(body.clickId),
    slug: text(body.slug),
    campaignId: text(body.campaignId),
    channel: text(body.channel),
  };
}
