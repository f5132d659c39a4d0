/**
 * The properties of an event that move to its top level, so that reports know them; an app adds its own beside them. Where
 * one is null or undefined, the event has none.
 */
export interface ReportedProperties {
  /** Major units, 0 or more. */
  revenue?: number | null | undefined;
  /** ISO 4217. */
  currency?: string | null | undefined;
  /** The store's install referrer or the source URL. */
  referrer?: string | null | undefined;
  /** UUID v4. */
  click_id?: string | null | undefined;
  /** UUID v4. */
  campaign_id?: string | null | undefined;
  channel?: string | null | undefined;
  /** Unix s. */
  referrer_click_ts?: number | null | undefined;
  /** Unix s. */
  install_begin_ts?: number | null | undefined;
}
