import { encodeUtf8 } from '../wire/encode-utf8.ts';
import { MAX_BODY_BYTES } from '../wire/limits.ts';

/** The most that sending adds to a queued record: account, application, times and signature. */
const SEAL_BYTES = 256;

// The service limits the body both as sent and decompressed; gzip lengthens a body by less than this.
const SPARE_BYTES = 1024;

/**
 * How many of the queued records, starting with the first, fit in one request by count and size, and the most bytes that
 * it then has, before compression; none if the first alone is too large. It measures the records rather than the signed
 * events, so that each event is signed only once.
 */
export function fitBatch(
  records: readonly string[],
  maxEvents: number,
  maxBytes = MAX_BODY_BYTES,
): { count: number; bytes: number } {
  let bytes = SPARE_BYTES;
  let count = 0;
  for (const record of records.slice(0, maxEvents)) {
    const size = encodeUtf8(record).length + SEAL_BYTES;
    if (bytes + size > maxBytes) break;
    bytes += size;
    count++;
  }
  return { count, bytes };
}

/** The body of an ingest request, before compression. */
export function batchBody(events: readonly string[]): Uint8Array {
  return encodeUtf8(`{"events":[${events.join(',')}]}`);
}
