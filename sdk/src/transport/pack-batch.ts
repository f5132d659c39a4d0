import { encodeUtf8 } from '../wire/encode-utf8.ts';
import { MAX_BODY_BYTES } from '../wire/limits.ts';

/** The most that sending adds to a queued record: account, application, times and signature. */
const SEAL_BYTES = 256;

// The service limits the body both as sent and decompressed; gzip lengthens a body by less than this.
const SPARE_BYTES = 1024;

/** The maximum size of a queued record that can be sent, in bytes. */
export const MAX_RECORD_BYTES = MAX_BODY_BYTES - SPARE_BYTES - SEAL_BYTES;

/**
 * How many of the queued records, starting with the first, fit in one request by count and size; 0 if the first alone
 * is too large. It measures the records rather than the signed events, so that each event is signed only once.
 */
export function countFitting(
  records: readonly string[],
  maxEvents: number,
  maxBytes = MAX_BODY_BYTES,
): number {
  let bytes = SPARE_BYTES;
  let fitting = 0;
  for (const record of records.slice(0, maxEvents)) {
    bytes += sealedBytes(record);
    if (bytes > maxBytes) break;
    fitting++;
  }
  return fitting;
}

/** The most bytes that a request with these records has, before compression. */
export function packedBytes(records: readonly string[]): number {
  return records.reduce((sum, record) => sum + sealedBytes(record), SPARE_BYTES);
}

function sealedBytes(record: string): number {
  return encodeUtf8(record).length + SEAL_BYTES;
}

/** The body of an ingest request, before compression. */
export function batchBody(events: readonly string[]): Uint8Array<ArrayBuffer> {
  return encodeUtf8(`{"events":[${events.join(',')}]}`);
}
