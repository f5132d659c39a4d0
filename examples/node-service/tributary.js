// A client for a service that speaks for many users: it signs events, sends them in batches, and sends them again where
// that can help. Node's own modules only.
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const MAX_BATCH_EVENTS = 50;
// The service takes 256 KB, before and after compression.
const MAX_BATCH_BYTES = 200_000;
const MAX_ATTEMPTS = 5;
// A service that asks for more than this is not waited for.
const LONGEST_WAIT_MS = 60_000;
const TIMEOUT_MS = 15_000;
// The service accepts what was signed within 10 minutes of its own time.
const CLOCK_TOLERANCE_MS = 9 * 60_000;

/** The service could not take the events. They stay queued; `retryAfterMs` is set if it said when to come again. */
export class Unavailable extends Error {
  name = 'Unavailable';

  constructor(reason, retryAfterMs) {
    super(reason);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Queues events in memory and sends them with `flush`. */
export class Tributary {
  #endpoint;
  #identity;
  #secret;
  #queue = [];
  #flushing;
  #batchLimit = MAX_BATCH_EVENTS;
  // By how many ms the service's clock is ahead of this machine's, if the service has objected to that.
  #skew = 0;

  /** @param {{ url: string, customerId: string, appId: string, secret: string }} settings */
  constructor({ url, customerId, appId, secret }) {
    this.#endpoint = new URL('/v1/ingest', url);
    this.#identity = { customer_id: customerId, app_id: appId, sdk_version: 'node-example-1.0' };
    this.#secret = secret;
  }

  /**
   * Queues an event and returns its id, by which the service tells a repetition from a second event. For something of the
   * past, members have its `timestamp` (Unix ms); to be able to send it twice, its `event_id`.
   */
  track(eventType, members = {}) {
    const event = { event_id: randomUUID(), timestamp: Date.now(), ...members, event_type: eventType };
    const trackedAt = members.timestamp === undefined ? performance.now() : undefined;
    // A copy, so that later changes of the caller's do not reach it.
    this.#queue.push({ event: JSON.parse(JSON.stringify(event)), trackedAt });
    return event.event_id;
  }

  /** Sends what is queued; resolves with what was refused, as `{event, code, error}`. @throws {Unavailable} */
  flush() {
    this.#flushing ??= this.#sendAll().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #sendAll() {
    const refused = [];
    let failures = 0;
    let corrected = false;
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      const sentAt = Date.now() + this.#skew;
      const answer = await this.#post(batch, sentAt);
      if (answer.status === 413) {
        refused.push(...this.#shrink(batch, answer));
        continue;
      }
      if (answer.results?.length === batch.length) {
        const fates = judge(batch, answer.results, sentAt, !corrected);
        this.#replace(batch, fates.again);
        refused.push(...fates.refused);
        if (fates.clockOff !== 0) {
          this.#skew += fates.clockOff;
          corrected = true;
          continue;
        }
        if (fates.again.length === 0) {
          failures = 0;
          continue;
        }
      } else if (isFinal(answer.status)) {
        throw new Unavailable(`the service answered ${answer.status}: ${answer.text}`);
      }
      await pause(++failures, answer);
    }
    this.#batchLimit = MAX_BATCH_EVENTS;
    return refused;
  }

  #nextBatch() {
    let size = 0;
    const end = this.#queue.findIndex(({ event }, at) => {
      size += Buffer.byteLength(canonical(event)) + 400;
      return at === this.#batchLimit || (at > 0 && size > MAX_BATCH_BYTES);
    });
    return end < 0 ? [...this.#queue] : this.#queue.slice(0, end);
  }

  /** Removes a batch from the queue's start, but for those that are to be sent again. */
  #replace(batch, again) {
    this.#queue = [...again, ...this.#queue.slice(batch.length)];
  }

  /** After a 413: fewer events at a time; one that is too large alone can never be sent. */
  #shrink(batch, { text }) {
    if (batch.length > 1) {
      this.#batchLimit = Math.floor(batch.length / 2);
      return [];
    }
    this.#replace(batch, []);
    return batch.map(({ event }) => ({ event, code: 'PAYLOAD_TOO_LARGE', error: text }));
  }

  /** The event as it is sent, signed anew each time: a signature is good for ten minutes. */
  #seal({ event, trackedAt }, sentAt) {
    const age = trackedAt === undefined ? {} : { age_ms: Math.round(performance.now() - trackedAt) };
    const signed = canonical({ ...event, ...this.#identity, sent_at: sentAt, ...age });
    // The signed text itself is sent, so that the service verifies the same bytes.
    return `${signed.slice(0, -1)},"signature":"${sign(signed, this.#secret)}"}`;
  }

  async #post(batch, sentAt) {
    const sealed = batch.map((queued) => this.#seal(queued, sentAt));
    const body = gzipSync(`{"events":[${sealed.join(',')}]}`);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(this.#endpoint, { method: 'POST', headers, body, signal });
      const text = await response.text();
      return {
        status: response.status,
        text: text.slice(0, 200),
        results: response.status === 200 ? readResults(text) : undefined,
        retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      };
    } catch (error) {
      return { status: 0, text: String(error.cause ?? error) };
    }
  }
}

/** What a signature covers: JSON without white space, the top-level members sorted, without `signature`. */
export function canonical(event) {
  const { signature, ...signed } = event;
  const names = Object.keys(signed).sort();
  const members = names.map((name) => JSON.stringify({ [name]: signed[name] }).slice(1, -1));
  return `{${members.filter(Boolean).join(',')}}`;
}

/** HMAC-SHA256 of a canonical text, keyed with the secret as it is written, as 64 hex characters. */
export function sign(text, secret) {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** What becomes of each event of a batch. */
function judge(batch, results, sentAt, mayCorrect) {
  const fates = { again: [], refused: [], clockOff: 0 };
  for (const [at, queued] of batch.entries()) {
    const { status, code = '', error = '', server_timestamp } = results[at];
    const off = server_timestamp - sentAt;
    if (status === 'accepted' || status === 'deduplicated') continue;
    if (code === 'AUTH_ERROR' && Math.abs(off) > CLOCK_TOLERANCE_MS && mayCorrect) {
      fates.clockOff = off;
      fates.again.push(queued);
    } else if (code === 'INTERNAL_ERROR' || code === 'RATE_LIMIT') fates.again.push(queued);
    else fates.refused.push({ event: queued.event, code, error });
  }
  return fates;
}

/** Whether sending the same again cannot help. */
const isFinal = (status) => status >= 400 && status < 500 && status !== 408 && status !== 429;

async function pause(failures, { status, text, retryAfterMs }) {
  const waitMs = retryAfterMs ?? 1000 * 2 ** (failures - 1);
  if (failures === MAX_ATTEMPTS || waitMs > LONGEST_WAIT_MS)
    throw new Unavailable(`no events were taken: ${status || 'no answer'} ${text}`, retryAfterMs);
  await sleep(waitMs);
}

/** Undefined for what comes from something else, such as a captive portal. */
function readResults(text) {
  try {
    return JSON.parse(text).results;
  } catch {
    return undefined;
  }
}

/** The header has seconds or a date. */
function parseRetryAfter(header) {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Math.max(0, Date.parse(header) - Date.now());
  return Number.isNaN(ms) ? undefined : ms;
}
