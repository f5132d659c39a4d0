import { bytesToHex } from '../wire/bytes-to-hex.ts';
import { encodeUtf8 } from '../wire/encode-utf8.ts';
import { sha256 } from '../wire/sha256.ts';

/** One queue per key, so that events tracked under one key are never sent under another. */
export function queueName(apiKey: string): string {
  return bytesToHex(sha256(encodeUtf8(apiKey))).slice(0, 16);
}
