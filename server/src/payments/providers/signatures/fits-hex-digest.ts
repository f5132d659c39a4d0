import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a signature in hex, in letters of either case, is the HMAC of these parts, one after the other. In constant
 * time. An empty secret signs nothing.
 */
export function fitsHexDigest(
  given: string,
  algorithm: 'sha256' | 'sha512',
  secret: string,
  ...parts: readonly (string | Uint8Array)[]
): boolean {
  if (secret === '' || !/^[0-9a-f]+$/i.test(given)) return false;
  const hmac = createHmac(algorithm, secret);
  for (const part of parts) hmac.update(part);
  const expected = hmac.digest();
  const received = Buffer.from(given, 'hex');
  return given.length === expected.length * 2 && timingSafeEqual(received, expected);
}
