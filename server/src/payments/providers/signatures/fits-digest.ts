import { createHmac, timingSafeEqual } from 'node:crypto';

type Algorithm = 'sha256' | 'sha512';

/**
 * Whether a hex signature, in either case, is the HMAC of these parts in sequence. In constant time. An empty secret
 * never matches.
 */
export function fitsHexDigest(
  given: string,
  algorithm: Algorithm,
  secret: string,
  ...parts: readonly (string | Uint8Array)[]
): boolean {
  return fits(given.toLowerCase(), 'hex', algorithm, secret, parts);
}

/** The same for a signature in Base64, with its padding or without. */
export function fitsBase64Digest(
  given: string,
  algorithm: Algorithm,
  secret: string,
  ...parts: readonly (string | Uint8Array)[]
): boolean {
  const bare = given.replace(/={1,2}$/, '');
  return fits(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='), 'base64', algorithm, secret, parts);
}

/** As texts: several of them decode to the same bytes. */
function fits(
  given: string,
  encoding: 'hex' | 'base64',
  algorithm: Algorithm,
  secret: string,
  parts: readonly (string | Uint8Array)[],
): boolean {
  if (secret === '') return false;
  const hmac = createHmac(algorithm, secret);
  for (const part of parts) hmac.update(part);
  const expected = Buffer.from(hmac.digest(encoding));
  const received = Buffer.from(given);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
