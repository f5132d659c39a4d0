/**
 * Events on disk, oldest first. An implementation never stores them as one value that is rewritten, so damage to one
 * record does not affect the others. An appended record survives the death of the process; it survives a power loss
 * once the operating system has written it back.
 */
export interface EventStore {
  /** Resolves when the record is stored; `record` must not contain a line break, and JSON has none. */
  append(record: string): Promise<void>;
  /** Up to `limit` records in the order they were appended, starting after the record `after`, or else the oldest. */
  read(after: string | undefined, limit: number): Promise<StoredEvent[]>;
  /** The oldest records, where those of several writers are not read in the order in which they were appended. */
  oldest?(limit: number): Promise<StoredEvent[]>;
  /** Removes records permanently; unknown ids are ignored. */
  ack(ids: readonly string[]): Promise<void>;
  /** The number of records that are stored and not yet acked. */
  count(): Promise<number>;
  close(): Promise<void>;
}

export interface StoredEvent {
  /** Opaque, of ASCII characters before `~`; stays the same for as long as the record is stored. */
  id: string;
  record: string;
}
