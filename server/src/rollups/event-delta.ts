/** What events add to, or take from, one row of event_counts. */
export interface EventDelta {
  readonly customer_id: string;
  readonly app_id: string;
  /** UTC day, as `2026-01-31`. */
  readonly day: string;
  readonly kind: number;
  /** Empty for events without revenue. */
  readonly currency: string;
  /** Two letters, empty for none that is known. */
  readonly country: string;
  readonly events: number;
  /** An exact decimal in major units, as text. */
  readonly revenue: string;
}

/** What days of devices add to, or take from, one row of event_device_counts. */
export interface EventDeviceDelta {
  readonly customer_id: string;
  readonly app_id: string;
  readonly day: string;
  readonly kind: number;
  /** The device's last day with such an event before it, `-infinity` for none. */
  readonly previous_day: string;
  readonly devices: number;
}
