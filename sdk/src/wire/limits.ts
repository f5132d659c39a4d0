/** Maximum number of events in one ingest request. */
export const MAX_EVENTS_PER_REQUEST = 50;

/** Maximum size of a request body in bytes, both as sent and decompressed; 256 KB, inclusive. */
export const MAX_BODY_BYTES = 256 * 1024;

/** How far `sent_at`, or else `timestamp`, may differ from the server's clock in either direction, in ms. */
export const MAX_SIGNATURE_AGE_MS = 10 * 60 * 1000;
