/** Most events in one request to ingest (contract: "Limits"). */
export const MAX_EVENTS_PER_REQUEST = 50;

/** Most bytes in a request body, as sent and as inflated: 256 KB, inclusive. */
export const MAX_BODY_BYTES = 256 * 1024;

/** How far `sent_at` (else `timestamp`) may be from the server's clock, either way, in ms. */
export const MAX_SIGNATURE_AGE_MS = 10 * 60 * 1000;
