import { asObject, parseObject } from '../parse-object.ts';
import type { Platform } from '../platform/platform.ts';
import type { IngestResultItem } from '../wire/ingest-response.ts';
import { classifyItem } from './classify-item.ts';
import { classifyResponse } from './classify-response.ts';
import { batchBody } from './pack-batch.ts';
import { parseRetryAfter } from './retry-after.ts';
import { type SigningKey, sealEvent } from './seal-event.ts';
import { noteFailure, type QueuedEvent, type SendOutcome } from './send-events.ts';
import type { ServerClock } from './server-clock.ts';

const TIMEOUT_MS = 15_000;

export interface IngestSenderParts {
  platform: Pick<Platform, 'http' | 'gzip' | 'clock'>;
  serverClock: ServerClock;
  /** Where to send and what to sign with, read at each send. */
  target(): { url: string; key: SigningKey };
}

/**
 * Signs, compresses and posts events once, to `POST /v1/ingest`.
 *
 * @param isLeaving the request outlives the page. It is sent within the call, so not compressed, and as plain text, which
 *   a browser lets pass to another origin without asking first.
 */
export function createIngestSender({ platform, serverClock, target }: IngestSenderParts) {
  const { clock } = platform;
  return async (events: readonly QueuedEvent[], isLeaving = false): Promise<SendOutcome> => {
    const { url, key } = target();
    const sentAt = serverClock.now();
    const plain = batchBody(events.map(({ event }) => sealEvent(event, key, clock, serverClock)));
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
    if (verdict === 'answered' && Array.isArray(body?.results))
      return noteResults(events, body.results.filter(isResult), sentAt);
    // A 200 without results comes from something else, such as a captive portal.
    const failure = verdict === 'answered' ? 'transient' : verdict;
    // A single event that is too large can never be sent; several are sent in smaller batches.
    const hopeless = verdict === 'too_large' && events.length === 1;
    const fate = failure === 'transient' ? 'retry' : hopeless ? 'dead' : 'later';
    noteFailure(events, fate, response ? `status ${status} ${text.slice(0, 200)}` : 'no answer');
    return { verdict: failure, waitMs: parseRetryAfter(retryAfter, clock.now()) };
  };
}

function noteResults(
  events: readonly QueuedEvent[],
  results: IngestResultItem[],
  sentAt: number,
): SendOutcome {
  const byEventId = new Map(results.map((result) => [result.event_id, result]));
  for (const queued of events) {
    const result = byEventId.get(queued.event.facts.event_id);
    const { status, code, error = '' } = result ?? {};
    const isRepeated = status === 'deduplicated';
    Object.assign(queued, {
      fate: classifyItem(result, sentAt),
      code,
      reason: `${code ?? 'no code'}: ${error}`,
      isRepeated,
    });
  }
  return { verdict: 'answered', serverTimestamp: results[0]?.server_timestamp };
}

function isResult(value: unknown): value is IngestResultItem {
  const { status, event_id, server_timestamp } = asObject(value) ?? {};
  return typeof status === 'string' && typeof event_id === 'string' && typeof server_timestamp === 'number';
}
