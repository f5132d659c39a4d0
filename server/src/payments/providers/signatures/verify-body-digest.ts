import type { SignedDelivery } from '../payment-provider.ts';
import { fitsBase64Digest, fitsHexDigest } from './fits-digest.ts';

/**
 * Verifies a header that contains only the HMAC of the body.
 *
 * @returns null if it is valid, else the reason.
 */
export function verifyBodyDigest(
  delivery: SignedDelivery,
  header: string,
  algorithm: 'sha256' | 'sha512',
  secret: string,
  encoding: 'hex' | 'base64' = 'hex',
): string | null {
  const given = delivery.header(header)?.trim() ?? '';
  if (given === '') return `the header ${header} is missing`;
  const fitsDigest = encoding === 'hex' ? fitsHexDigest : fitsBase64Digest;
  const fits = fitsDigest(given, algorithm, secret, delivery.rawBody);
  return fits ? null : `the header ${header} is not the signature of this body with the webhook's secret`;
}
