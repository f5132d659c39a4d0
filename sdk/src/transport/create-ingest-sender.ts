import { asObject, parseObject } from '../parse-object.ts';
import type { Platform } from '../platform/platform.ts';
import type { IngestResultItem } from '../wire/ingest-response.ts';
import { classifyItem } from './classify-item.ts';
import { classifyResponse, type Verdict } from './classify-response.ts';
import { batchBody } from './pack-batch.ts';
import { parseRetryAfter } from './retry-after.ts';
import { type SealedEvent, type SigningKey, sealEvent } from './seal-event.ts';
import type { QueuedEvent, SendEvents, SendOutcome } from './send-events.ts';
import type { ServerClock } from './server-clock.ts';

const TIMEOUT_MS = 15_000;

export interface IngestSenderParts {
  platform: Pick<Platform, 'http' | 'gzip' | 'clock'>;
  serverClock: ServerClock;
  /** Where to send and what to sign with, read at each send. */
  target(): { url: string; key: SigningKey };
  /**
   * Requests outlive the page. They are sent within the call, so not compressed, and as plain text, which a browser lets
   * pass to another origin without asking first.
   */
  isLeaving?: boolean;
}

/** Signs, compresses and posts events once, to `POST /v1/ingest`. */
export function createIngestSender({
  platform,
  serverClock,
  target,
  isLeaving,
}: IngestSenderParts): SendEvents {
  return async (events) => {
    const { url, key } = target();
    const sealed = events.map(({ event }) => sealEvent(event, key, platform.clock, serverClock));
    const plain = batchBody(sealed.map(({ text }) => text));
    // Not a moment's wait on leaving.
    const gzipped = isLeaving ? undefined : await platform.gzip(plain).catch(() => undefined);
    const type = isLeaving ? 'text/plain' : 'application/json';
    const response = await platform
      .http({
        method: 'POST',
        url,
        headers: { 'content-type': type, ...(gzipped && { 'content-encoding': 'gzip' }) },
        body: gzipped ?? plain,
        timeoutMs: TIMEOUT_MS,
        ...(isLeaving && { keepalive: true }),
      })
      .catch(() => undefined);
    const { status, text = '', retryAfter } = response ?? {};
    const body = parseObject(text);
    const verdict = classifyResponse(status, body?.code);
    const results = Array.isArray(body?.results) ? body.results.filter(isResult) : undefined;
    if (verdict === 'answered' && results) return answeredOutcome(events, sealed, results);
    const waitMs = parseRetryAfter(retryAfter, platform.clock.now());
    // A 200 without results comes from something else, such as a captive portal.
    const failure = verdict === 'answered' ? 'transient' : verdict;
    const reason = response ? `status ${status} ${text.slice(0, 200)}` : 'no answer';
    return { ...failedOutcome(events, failure, reason), ...(waitMs !== undefined && { waitMs }) };
  };
}

function answeredOutcome(
  events: readonly QueuedEvent[],
  sealed: readonly SealedEvent[],
  results: IngestResultItem[],
): SendOutcome {
  const byEventId = new Map(results.map((result) => [result.event_id, result]));
  const fates = events.map((queued, at) => {
    const result = byEventId.get(queued.event.facts.event_id);
    const { code, error = '' } = result ?? {};
    const fate = classifyItem(result, sealed[at]?.sentAt ?? 0);
    const isRepeated = result?.status === 'deduplicated';
    return { queued, fate, isRepeated, ...(code && { code, reason: `${code}: ${error}` }) };
  });
  const [first] = results;
  return { verdict: 'answered', fates, ...(first && { serverTimestamp: first.server_timestamp }) };
}

function failedOutcome(events: readonly QueuedEvent[], verdict: Verdict, reason: string): SendOutcome {
  // A single event that is too large can never be sent; several are sent in smaller batches.
  const hopeless = verdict === 'too_large' && events.length === 1;
  const fate = verdict === 'transient' ? 'retry' : hopeless ? 'dead' : 'later';
  return { verdict, fates: events.map((queued) => ({ queued, fate, reason })) };
}

function isResult(value: unknown): value is IngestResultItem {
  const { status, event_id, server_timestamp } = asObject(value) ?? {};
  return typeof status === 'string' && typeof event_id === 'string' && typeof server_timestamp === 'number';
}
