import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';

/** What the service has reported about one event. */
interface Entry {
  readonly appId: string;
  readonly eventId: string;
  accepted: number;
  deduplicated: number;
  /** The codes that it was rejected with. */
  readonly rejected: string[];
}

/** Records every event sent and every result for it, to be compared with what is stored. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  /** Requests without a response, or with one that has no results. */
  unanswered = 0;

  /** Records an event before it is sent for the first time. */
  sent(appId: string, eventId: string): void {
    const key = appId + eventId;
    if (!this.#entries.has(key)) {
      this.#entries.set(key, { appId, eventId, accepted: 0, deduplicated: 0, rejected: [] });
    }
  }

  answered(appId: string, item: IngestResultItem): void {
    const entry = this.#entries.get(appId + item.event_id);
    if (entry === undefined) throw new Error(`a result for ${item.event_id}, which was never sent`);
    if (item.status === 'rejected') entry.rejected.push(item.code ?? '');
    else entry[item.status]++;
  }

  get entries(): Iterable<Readonly<Entry>> {
    return this.#entries.values();
  }

  count(which: (entry: Readonly<Entry>) => boolean): number {
    let count = 0;
    for (const entry of this.#entries.values()) if (which(entry)) count++;
    return count;
  }
}
