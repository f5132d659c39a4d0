import { gzipSync } from 'node:zlib';
import type { DeviceEvent } from '@tributary/sdk/wire/event';
import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import type { SdkRequest, SdkResponse, Transport } from '../network/exchange.ts';
import type { VirtualTime } from '../network/virtual-time.ts';
import { type EventLedger, NUMBER_PROPERTY, type SentEvent } from './event-ledger.ts';

interface Parts {
  readonly http: Transport;
  readonly ledger: EventLedger;
  readonly time: VirtualTime;
  /** The number of the process that sends. */
  readonly process: number;
}

/** Wraps a process's network so that the ledger sees what is sent and answered; compresses at once, without a thread. */
export function createObservedHttp({ http, ledger, time, process }: Parts) {
  const inflated = new WeakMap<Uint8Array, Uint8Array>();

  return {
    async gzip(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
      const gzipped = gzipSync(body, { level: 1 });
      inflated.set(gzipped, body);
      return gzipped;
    },
    async http(request: SdkRequest): Promise<SdkResponse> {
      const events = request.body ? eventsIn(inflated.get(request.body) ?? request.body) : [];
      const at = time.now();
      let response: SdkResponse | undefined;
      try {
        response = await http(request);
        return response;
      } finally {
        const waitMs = response?.retryAfter === undefined ? undefined : Number(response.retryAfter) * 1000;
        ledger.sent(
          events,
          {
            at,
            endedAt: time.now(),
            status: response?.status,
            asksToWait: waitMs !== undefined,
            waitMs,
            process,
          },
          request.body ? answeredIn(response) : new Set(),
        );
      }
    },
  };
}

/** Each event once: a record that was written twice is sent twice, and deduplicated. */
function eventsIn(body: Uint8Array): SentEvent[] {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const { events } = JSON.parse(text) as { events: Pick<DeviceEvent, 'event_id' | 'event_properties'>[] };
  const numbers = new Map(
    events.map((event) => [event.event_id, Number(event.event_properties?.[NUMBER_PROPERTY])]),
  );
  return [...numbers].map(([eventId, number]) => ({ eventId, number }));
}

/** The ids of the events that the service says it has. */
function answeredIn(response: SdkResponse | undefined): ReadonlySet<string> {
  if (response?.status !== 200) return new Set();
  try {
    const { results } = JSON.parse(response.text) as IngestResponse;
    return new Set(results.filter(({ status }) => status !== 'rejected').map(({ event_id }) => event_id));
  } catch {
    return new Set();
  }
}
