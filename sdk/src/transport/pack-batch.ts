import { strToU8 } from 'fflate';
import { MAX_BODY_BYTES } from '../wire/limits.ts';

/** What sending adds to a queued record, at most: account, application, times and signature. */
const SEAL_BYTES = 256;

// The service counts a body as sent and as inflated; gzip makes no body longer than this room.
const SPARE_BYTES = 1024;

/** Most bytes that one queued record may have, to be sent at all. */
export const MAX_RECORD_BYTES = MAX_BODY_BYTES - SPARE_BYTES - SEAL_BYTES;

/**
 * How many of these queued records, from the first on, fit in one request by count and by bytes; 0 where the
 * first alone is too long. It goes by the records and not by the signed events, so that each is signed once.
 */
export function countFitting(records: readonly string[], maxEvents: number): number {
  let bytes = SPARE_BYTES;
  let fitting = 0;
  for (const record of records.slice(0, maxEvents)) {
    bytes += strToU8(record).length + SEAL_BYTES;
    if (bytes > MAX_BODY_BYTES) break;
    fitting++;
  }
  return fitting;
}

/** The body of a request to ingest, before compression (contract: "POST /v1/ingest"). */
export function batchBody(events: readonly string[]): Uint8Array {
  return strToU8(`{"events":[${events.join(',')}]}`);
}
