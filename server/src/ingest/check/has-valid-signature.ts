import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { canonicalEvent } from '@tributary/sdk/wire/canonical';
import type { CheckedEvent } from './check-shape.ts';

/**
 * Whether an event's signature is valid.
 *
 * It is first verified against the canonical form in the client's own spelling. Only if that fails, it is verified
 * against what JavaScript prints of the parsed event: a client may have signed that and sent a different spelling.
 *
 * @param canonical the canonical form as it was sent.
 */
export function hasValidSignature(event: CheckedEvent, canonical: string, secret: KeyObject): boolean {
  const given = event.signature.toLowerCase();
  if (fits(given, canonical, secret)) return true;
  const printed = canonicalEvent(event);
  return printed !== canonical && fits(given, printed, secret);
}

const expected = Buffer.alloc(64);
const received = Buffer.alloc(64);

/** In constant time, whatever the digest. */
function fits(given: string, canonical: string, secret: KeyObject): boolean {
  // In hex, because for digests this short the runtime makes text faster than buffers.
  expected.write(createHmac('sha256', secret).update(canonical, 'utf8').digest('hex'), 'latin1');
  received.write(given, 'latin1');
  return timingSafeEqual(expected, received);
}
