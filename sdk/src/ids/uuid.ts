import { bytesToHex } from '../wire/bytes-to-hex.ts';

type RandomBytes = (count: number) => Uint8Array;

/** A random UUID (version 4). */
export function uuidV4(randomBytes: RandomBytes): string {
  return format(randomBytes(16), 4);
}

/**
 * A UUID that starts with the time (version 7), so that later ids sort later and an index over them grows at one end.
 *
 * @param now Unix ms
 */
export function uuidV7(randomBytes: RandomBytes, now: number): string {
  const bytes = randomBytes(16);
  let rest = Math.max(0, Math.floor(now));
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return format(bytes, 7);
}

function format(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
