/**
 * Events on disk, oldest first. An implementation never keeps them as one value that is written anew: what
 * happens to one record happens to no other. Promised is that an appended record survives the death of the
 * process; a loss of power only from the operating system's own write-back on.
 */
export interface EventStore {
  /** Resolves when the record is stored; `record` has no line break, as JSON has none. */
  append(record: string): Promise<void>;
  /** Up to `limit` records in the order of appending, those after the record `after` (none: from the oldest). */
  read(after: string | undefined, limit: number): Promise<StoredEvent[]>;
  /** Removes records for good; unknown ids are ignored. */
  ack(ids: readonly string[]): Promise<void>;
  /** How many records are stored and not yet acked. */
  count(): Promise<number>;
  close(): Promise<void>;
}

export interface StoredEvent {
  /** Opaque; stays the same for as long as the record is stored. */
  id: string;
  record: string;
}
