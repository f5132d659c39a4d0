/** What happened to an event that arrived, or how many that were not shown. Holds no value of a refused event. */
export interface LiveMessage {
  readonly app_id: string;
  /** When it arrived, Unix ms. */
  readonly at: number;
  /** `skipped`: so many more arrived than are shown. */
  readonly status: 'accepted' | 'deduplicated' | 'rejected' | 'skipped';
  /** Null for an event that nobody proved to have signed. */
  readonly event_id: string | null;
  readonly event_type: string | null;
  /** Of a custom event. */
  readonly event_name: string | null;
  readonly code: string | null;
  readonly error: string | null;
  /** What it was refused for. */
  readonly fields: readonly string[];
  /** Whether it was accepted and counts as of its arrival, as its own time is impossible. */
  readonly is_dated_by_arrival: boolean;
  /** 1, or how many were skipped. */
  readonly count: number;
}

/** Tells that so many of an app were not shown. */
export function skipped(app_id: string, at: number, count: number): LiveMessage {
  const nothing = {
    event_id: null,
    event_type: null,
    event_name: null,
    code: null,
    error: null,
    fields: [],
    is_dated_by_arrival: false,
  };
  return { app_id, at, status: 'skipped', ...nothing, count };
}
