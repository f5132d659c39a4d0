import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { EventType } from '@tributary/sdk/wire/event';
import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import { signEvent } from '@tributary/sdk/wire/sign';
import type { SeededApp } from '../backend/seed-apps.ts';
import type { Ledger } from './ledger.ts';

export interface SenderOptions {
  readonly app: SeededApp;
  readonly ledger: Ledger;
  /** Servers to send to, in rotation. */
  readonly origins: () => readonly string[];
  /** Ids recently sent for its app, by any device; some of its events repeat these. */
  readonly recent: string[];
  /** Share of its events that are repeats. */
  readonly duplicates: number;
  readonly eventsPerRequest: number;
  /** Pause after each batch, in ms; an app may send 10 requests a second. */
  readonly restMs: number;
  /** Its own client address, so that the rate limit per address has no effect. */
  readonly address: string;
}

const TYPES: readonly EventType[] = [
  'install',
  'open',
  'custom',
  'custom',
  'purchase',
  'session_start',
  'click',
];
const REQUEST_TIMEOUT_MS = 15_000;
const RETRY_MS = 50;
/** Number of recent ids to pick repeats from. */
const REMEMBERED = 200;

/**
 * Sends batch after batch over plain HTTP, each of them until it gets a response; some of its events were sent before.
 * A device with the real SDK is in `devices/`: it would keep from repeating what others sent.
 */
export class RepeatingSender {
  readonly #options: SenderOptions;
  readonly #installationId = randomUUID();
  #turn = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Sends batches until `isOver`; the current one is completed. */
  async sendUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#sendUntilAnswered(this.#nextBatch());
      await pause(this.#options.restMs);
    }
  }

  #nextBatch(): { id: string; type: EventType }[] {
    const { eventsPerRequest, duplicates, recent, ledger, app } = this.#options;
    return Array.from({ length: eventsPerRequest }, () => {
      const known =
        Math.random() < duplicates ? recent[Math.floor(Math.random() * recent.length)] : undefined;
      const id = known ?? randomUUID();
      if (known === undefined) recent.push(id);
      if (recent.length > REMEMBERED) recent.shift();
      ledger.sent(app.appId, id);
      // A repeat must be the same event, so its type is derived from its id.
      return { id, type: TYPES[id.charCodeAt(0) % TYPES.length] ?? 'open' };
    });
  }

  async #sendUntilAnswered(batch: readonly { id: string; type: EventType }[]): Promise<void> {
    const { app, ledger } = this.#options;
    for (;;) {
      const answer = await this.#send(batch);
      if (answer === undefined) {
        ledger.unanswered++;
        await pause(RETRY_MS);
        continue;
      }
      for (const item of answer.results) ledger.answered(app.appId, item);
      return;
    }
  }

  /** The response, or undefined if there is none or it has no results. */
  async #send(batch: readonly { id: string; type: EventType }[]): Promise<IngestResponse | undefined> {
    const { origins, address } = this.#options;
    const choice = origins();
    const body = gzipSync(JSON.stringify({ events: batch.map(({ id, type }) => this.#event(id, type)) }));
    try {
      const response = await fetch(`${choice[this.#turn++ % choice.length]}/v1/ingest`, {
        method: 'POST',
        headers: { 'content-encoding': 'gzip', 'x-forwarded-for': address },
        body,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const answer = (await response.json()) as IngestResponse;
      if (response.status === 200) return answer;
      if (response.status === 503 || response.status === 429) return undefined;
    } catch {
      return undefined;
    }
    throw new Error('the service returned an error that no sender can have caused');
  }

  /** Signed again for each attempt, as an SDK does. */
  #event(id: string, type: EventType) {
    const { customerId, appId, secret } = this.#options.app;
    const now = Date.now();
    const event = {
      event_type: type,
      timestamp: now,
      sent_at: now,
      age_ms: 0,
      customer_id: customerId,
      app_id: appId,
      event_id: id,
      sdk_version: 'ledger-1.0',
      installation_id: this.#installationId,
    };
    return signEvent(event, secret);
  }
}
