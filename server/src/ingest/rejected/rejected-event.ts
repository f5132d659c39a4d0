/** A refused event, as it is kept. */
export interface RejectedEvent {
  readonly app_id: string;
  readonly rejection_id: string;
  /** Unix ms. */
  readonly at: number;
  readonly code: string;
  readonly error: string;
  readonly fields: readonly string[];
  readonly event_type: string | null;
}

/** How many events of an app are kept. */
export const KEPT = 100;
