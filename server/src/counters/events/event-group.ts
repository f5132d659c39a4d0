/** Events of one kind and day that wait to be counted: an entry of `event_count_queue.deltas`. */
export interface EventGroup {
  readonly customer_id: string;
  readonly app_id: string;
  readonly event_type: string;
  /** Of a custom event; empty without one, and for every other type. */
  readonly event_name: string;
  /** UTC day of their true time, in days since 1970. */
  readonly day: number;
  /** Of their revenue; empty without any. */
  readonly currency: string;
  /** As two letters; empty for none that is known, absent where a version without countries left it. */
  readonly country?: string;
  /** Negative for events that are taken back. */
  readonly events: number;
  /** Amounts in major units, as exact decimals. */
  readonly revenue: readonly string[];
  /** Devices that may not have sent such an event on that day before. */
  readonly device_keys: readonly string[];
}
