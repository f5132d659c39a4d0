import { asObject, parseObject } from '../parsing/parse-object.ts';
import type { Logger } from '../platform/logger.ts';
import type { HttpRequest, Platform } from '../platform/platform.ts';
import type { IngestResultItem } from '../wire/ingest-response.ts';
import { classifyItem } from './classify-item.ts';
import { classifyResponse } from './classify-response.ts';
import { batchBody } from './pack-batch.ts';
import { parseRetryAfter } from './retry-after.ts';
import { type SigningKey, sealEvent } from './seal-event.ts';
import { giveFate, type QueuedEvent, type SendOnce, type SentEvent, withFate } from './send-events.ts';

const TIMEOUT_MS = 15_000;

export interface IngestSenderParts {
  platform: Pick<Platform, 'http' | 'gzip' | 'clock'>;
  /** Asked right before a request, which is then not made: its events wait as if there were no answer. */
  identity: { isOptedOut(): boolean };
  /** Where to send and what to sign with, read at each send. */
  target(): SigningKey & { url: string };
  log: Logger;
}

/** Signs, compresses and posts events to `POST /v1/ingest`. */
export function createIngestSender({ platform, identity, target, log }: IngestSenderParts): SendOnce {
  const { clock } = platform;
  // Starts as the device's own clock: most are right, and an event's times then agree with each other.
  let skew = 0;

  /** Adopts the service's time if it has rejected events because of the device's clock. */
  function correctClock(fates: SentEvent[], [first]: IngestResultItem[]): void {
    if (!first || withFate(fates, 'clock').length === 0) return;
    skew = first.server_timestamp - clock.now();
    log.error(`clock ${Math.round(-skew / 1000)} s ahead`);
  }

  return async (events, isLeaving = false) => {
    const key = target();
    const sentAt = clock.now() + skew;
    const plain = batchBody(events.map(({ event }) => sealEvent(event, key, clock, skew)));
    // Not a moment's wait on leaving.
    const gzipped = isLeaving ? undefined : await platform.gzip(plain).catch(() => undefined);
    const type = isLeaving ? 'text/plain' : 'application/json';
    const request: HttpRequest = {
      method: 'POST',
      url: key.url,
      headers: { 'content-type': type, ...(gzipped && { 'content-encoding': 'gzip' }) },
      body: gzipped ?? plain,
      timeoutMs: TIMEOUT_MS,
      keepalive: isLeaving,
    };
    const isOptedOut = identity.isOptedOut();
    const response = isOptedOut ? undefined : await platform.http(request).catch(() => undefined);
    const { status, text = '', retryAfter } = response ?? {};
    const body = parseObject(text);
    const verdict = classifyResponse(status, body?.code);
    if (verdict === 'answered' && Array.isArray(body?.results)) {
      const results = body.results.filter(isResult);
      const fates = judge(events, results, sentAt);
      correctClock(fates, results);
      return { verdict, fates };
    }
    // A 200 without results comes from something else, such as a captive portal.
    const failure = verdict === 'answered' ? 'transient' : verdict;
    // A single event that is too large can never be sent; several are sent in smaller batches.
    const hopeless = verdict === 'too_large' && events.length === 1;
    const fate = failure === 'transient' ? 'retry' : hopeless ? 'dead' : 'later';
    const reason = response ? `status ${status} ${text.slice(0, 200)}` : 'no answer';
    const fates = giveFate(events, fate, { reason, answer: undefined });
    return { verdict: failure, waitMs: parseRetryAfter(retryAfter, clock.now()), fates };
  };
}

/** Gives each event the fate that its own result calls for. */
function judge(events: readonly QueuedEvent[], results: IngestResultItem[], sentAt: number): SentEvent[] {
  const byEventId = new Map(results.map((result) => [result.event_id, result]));
  return events.map((queued) => {
    const answer = byEventId.get(queued.event.facts.event_id);
    const { code = 'no code', error = '' } = answer ?? {};
    return { ...queued, answer, fate: classifyItem(answer, sentAt), reason: `${code}: ${error}` };
  });
}

function isResult(value: unknown): value is IngestResultItem {
  const { status, event_id, server_timestamp } = asObject(value) ?? {};
  return [status, event_id].every((text) => typeof text === 'string') && typeof server_timestamp === 'number';
}
