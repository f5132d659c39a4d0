import { deflateSync, inflateSync, strFromU8 } from 'fflate/browser';
import { encodeUtf8 } from '../../../wire/encode-utf8.ts';
import { fromBase64, toBase64 } from './base64.ts';

/** Some records as one compressed text of ASCII. */
export function packRecords(records: readonly string[]): string {
  return toBase64(deflateSync(encodeUtf8(records.join('\n'))));
}

/** The records that `packRecords` was given; undefined if the text is damaged. */
export function unpackRecords(text: string, count: number): string[] | undefined {
  try {
    const records = strFromU8(inflateSync(fromBase64(text))).split('\n');
    return records.length === count ? records : undefined;
  } catch {
    return undefined;
  }
}
