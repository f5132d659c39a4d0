import { crc32 } from 'node:zlib';

const LINE_BREAK = 0x0a;
export const CHECKSUM_LENGTH = 8;
/** Written over a checksum, it makes any line one that is skipped. */
export const NO_CHECKSUM = '-';

/** The position of a record's text in its file, in bytes. */
export interface RecordSpan {
  offset: number;
  length: number;
}

/**
 * The bytes that append one record to a file of checksummed lines. They start with a line break, so that a torn line
 * before them, which has none at its end, cannot swallow the record.
 */
export function frameRecord(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from(`\n${checksum(payload)} `), payload, Buffer.from('\n')]);
}

/**
 * Finds the complete records in a part of such a file. Lines that do not match their checksum are skipped. A line
 * without its end is left for the next scan, since its writer may not have finished.
 *
 * @param bytes the file's content from `base` on, where `base` is 0 or the `end` of an earlier scan
 */
export function scanRecords(bytes: Buffer, base: number): { records: RecordSpan[]; end: number } {
  const records: RecordSpan[] = [];
  let start = 0;
  for (;;) {
    const stop = bytes.indexOf(LINE_BREAK, start);
    if (stop < 0) return { records, end: base + start };
    const from = start + CHECKSUM_LENGTH + 1;
    if (stop >= from && checksum(bytes.subarray(from, stop)) === bytes.toString('latin1', start, from - 1)) {
      records.push({ offset: base + from, length: stop - from });
    }
    start = stop + 1;
  }
}

function checksum(payload: Buffer): string {
  return crc32(payload).toString(16).padStart(CHECKSUM_LENGTH, '0');
}
