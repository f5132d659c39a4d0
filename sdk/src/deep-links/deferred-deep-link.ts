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

/** What is remembered of the install; `done` once the listener was called or there is nothing to call it with. */
interface InstallNote {
  eventId: string;
  clickId?: string;
  done: boolean;
}

export interface DeferredDeepLinkParts {
  platform: Pick<Platform, 'http' | 'storage'>;
  /** Where the note is kept. */
  key: string;
  apiKey: string;
  endpoints(): Endpoints;
  /** undefined while the key is not resolved. */
  appId(): string | undefined;
  mayAsk(): Promise<boolean>;
  wait(ms: number): Promise<void>;
  log: Logger;
}

const TIMEOUT_MS = 15_000;
const MOST_ASKS = 5;

/**
 * Finds the link behind an install for a listener that is called at most once per installation: by the click
 * id of the install's referrer, else by what the install was attributed to, once that is decided.
 */
export function createDeferredDeepLink(parts: DeferredDeepLinkParts) {
  const { platform, key, log } = parts;
  const { values } = platform.storage;
  let listener: DeferredDeepLinkListener | undefined;
  let looking = false;

  async function readNote(): Promise<InstallNote | undefined> {
    const note = parseObject((await values.get(key)) ?? '');
    return note as InstallNote | undefined;
  }

  async function askUntilDecided(note: InstallNote): Promise<void> {
    for (let ask = 1; ask <= MOST_ASKS; ask++) {
      const request = requestFor(parts, note);
      if (!request || !(await parts.mayAsk())) return;
      const response = await platform.http(request).catch(() => undefined);
      const link = response?.status === 200 ? parseObject(response.text) : undefined;
      const none = response?.status === 204 || (response?.status === 404 && note.clickId !== undefined);
      if (link || none) {
        // Noted first: a listener that ends the process must not be called again for it.
        await values.set(key, JSON.stringify({ ...note, done: true } satisfies InstallNote));
        if (link) listener?.(toDeepLink(link));
        return;
      }
      if (response?.status !== 202) return;
      await parts.wait(backoffMs(ask));
    }
  }

  return {
    setListener(given: DeferredDeepLinkListener): void {
      listener = given;
    },
    /** Remembers the first install of this installation. */
    async noteInstall(facts: EventFacts): Promise<void> {
      if (facts.event_type !== 'install') return;
      const clickId = facts.click_id ?? parseDeepLink(facts.referrer ?? '').clickId;
      const note: InstallNote = { eventId: facts.event_id, done: false, ...(clickId ? { clickId } : {}) };
      await values.setIfAbsent(key, JSON.stringify(note));
    },
    /** To be called when something may have become known. Never rejects. */
    async lookUp(): Promise<void> {
      if (!listener || looking) return;
      looking = true;
      try {
        const note = await readNote();
        if (note && !note.done) await askUntilDecided(note);
      } catch (error) {
        log.error(`the deferred deep link failed: ${String(error)}`);
      } finally {
        looking = false;
      }
    },
  };
}

function requestFor(parts: DeferredDeepLinkParts, note: InstallNote): HttpRequest | undefined {
  const appId = parts.appId();
  const base = { method: 'GET', timeoutMs: TIMEOUT_MS } as const;
  const url = parts.endpoints().deepLink;
  const accept = 'application/json';
  if (note.clickId) return { ...base, url: `${url}?click_id=${note.clickId}`, headers: { accept } };
  if (!appId) return undefined;
  const query = `app_id=${encodeURIComponent(appId)}&install_event_id=${encodeURIComponent(note.eventId)}`;
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
