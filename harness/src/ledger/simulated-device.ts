import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { canonicalEvent } from '@tributary/sdk/wire/canonical';
import type { EventType } from '@tributary/sdk/wire/event';
import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import type { SeededApp } from '../backend/seed-apps.ts';
import type { Ledger } from './ledger.ts';

export interface DeviceOptions {
  readonly app: SeededApp;
  readonly ledger: Ledger;
  /** Origins that it may send to; it goes on to the next one when one does not answer. */
  readonly origins: () => readonly string[];
  /** Ids that were sent for its app lately, by any device: some of its events are repeats of these. */
  readonly recent: string[];
  /** Share of its events that are repeats. */
  readonly duplicates: number;
  readonly eventsPerRequest: number;
  /** Rest after each batch, in ms; an app may be sent 10 requests a second. */
  readonly restMs: number;
  /** An address for itself, so that the limit per address is not what is tested. */
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
/** Sent events that it picks repeats from. */
const REMEMBERED = 200;

/** A device over plain HTTP that sends batch after batch, and each of them until it is answered. */
export class SimulatedDevice {
  readonly #options: DeviceOptions;
  readonly #installationId = randomUUID();
  #turn = 0;

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  /** Sends batches until the time has come; the one at hand is brought to an end. */
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
      // A repeat is the same event: what it is follows from its id.
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

  /** The answer, or undefined where there is none or it claims nothing. */
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
    throw new Error('the service answers what no device of ours can have caused');
  }

  /** Signed anew each time, as by an SDK; on the first day that the event could be of. */
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
    return { ...event, signature: createHmac('sha256', secret).update(canonicalEvent(event)).digest('hex') };
  }
}
