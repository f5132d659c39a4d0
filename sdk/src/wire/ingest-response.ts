/** Machine-readable codes of failed events and requests. */
export const ERROR_CODES = [
  'VALIDATION_ERROR',
  'AUTH_ERROR',
  'RATE_LIMIT',
  'FEATURE_NOT_AVAILABLE',
  'QUOTA_EXCEEDED',
  'INTERNAL_ERROR',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** The possible outcomes of one event. */
export const ITEM_STATUSES = ['accepted', 'deduplicated', 'rejected'] as const;

export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** The result for one event; `error` and `code` are present if it was rejected. */
export interface IngestResultItem {
  status: ItemStatus;
  /** The event's id, or "" if it had none. */
  event_id: string;
  /** Unix ms. */
  server_timestamp: number;
  error?: string;
  code?: ErrorCode;
}

/** Body of a 200 response from `POST /v1/ingest`: one result per event, in the order sent. */
export interface IngestResponse {
  results: IngestResultItem[];
  batch_size: number;
}

/** Body of any other response from `POST /v1/ingest`. */
export interface IngestErrorResponse {
  error: string;
  code: ErrorCode;
}
