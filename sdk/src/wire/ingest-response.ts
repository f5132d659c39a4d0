/** Machine-readable codes of failed events and requests (contract: "Errors"). */
export const ERROR_CODES = [
  'VALIDATION_ERROR',
  'AUTH_ERROR',
  'RATE_LIMIT',
  'FEATURE_NOT_AVAILABLE',
  'QUOTA_EXCEEDED',
  'INTERNAL_ERROR',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What became of one event (contract: "Ingest item status"). */
export const ITEM_STATUSES = ['accepted', 'deduplicated', 'rejected'] as const;

export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** The answer for one event; `error` and `code` are there where it was rejected. */
export interface IngestResultItem {
  status: ItemStatus;
  /** The event's own id, or "" where it had none. */
  event_id: string;
  /** Unix ms. */
  server_timestamp: number;
  error?: string;
  code?: ErrorCode;
}

/** Body of a 200 from `POST /v1/ingest`: one result per event, in the order sent. */
export interface IngestResponse {
  results: IngestResultItem[];
  batch_size: number;
}

/** Body of any other answer of ingest. */
export interface IngestErrorResponse {
  error: string;
  code: ErrorCode;
}
