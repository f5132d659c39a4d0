import { bytesToHex } from '../wire/bytes-to-hex.ts';

type RandomBytes = (count: number) => Uint8Array;

/** A random UUID (version 4). */
export function uuidV4(randomBytes: RandomBytes): string {
  return format(bytesToHex(randomBytes(16)), 4);
}

/**
 * A UUID that starts with the time (version 7), so that later ids sort later and an index over them grows at one end.
 *
 * @param now Unix ms
 */
export function uuidV7(randomBytes: RandomBytes, now: number): string {
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, '0').slice(-12);
  return format(time + bytesToHex(randomBytes(10)), 7);
}

/** @param hex 32 digits, two of which are replaced by the version and the variant */
function format(hex: string, version: number): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, `$1-$2-${version}$3-${variant}$4-`);
}
