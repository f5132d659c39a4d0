import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a hex signature, in either case, is the HMAC of these parts in sequence. In constant time. An empty secret
 * never matches.
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
