import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';

/** What became of one event, as far as its device was told. */
interface Entry {
  readonly appId: string;
  readonly eventId: string;
  accepted: number;
  deduplicated: number;
  /** Codes it was rejected with. */
  readonly rejected: string[];
}

/** Writes down every event that was sent and every answer to it, to be held against what is stored. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  /** Requests that no answer came to, or one that claims nothing. */
  unanswered = 0;

  /** Notes an event before it is sent for the first time. */
  sent(appId: string, eventId: string): void {
    const key = appId + eventId;
    if (!this.#entries.has(key)) {
      this.#entries.set(key, { appId, eventId, accepted: 0, deduplicated: 0, rejected: [] });
    }
  }

  answered(appId: string, item: IngestResultItem): void {
    const entry = this.#entries.get(appId + item.event_id);
    if (entry === undefined) throw new Error(`an answer to ${item.event_id}, which was never sent`);
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
