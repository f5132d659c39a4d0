import type { SignedDelivery } from '../payment-provider.ts';

/**
 * Verifies a delivery of a provider that may sign in headers of several names: every one that is there has to be valid, so that
 * a proxy which adds one proves nothing that the provider did not sign.
 *
 * @param verify by the header's name: null if it is valid, else the reason.
 * @returns null if all are valid and there is one, else the reason.
 */
export function verifyGivenHeaders(
  delivery: SignedDelivery,
  verify: Readonly<Record<string, (header: string) => string | null>>,
): string | null {
  const given = Object.entries(verify).filter(([name]) => (delivery.header(name) ?? '').trim() !== '');
  if (given.length === 0) return `the header ${Object.keys(verify).join(' or ')} is missing`;
  for (const [name, fits] of given) {
    const flaw = fits(name);
    if (flaw !== null) return flaw;
  }
  return null;
}
