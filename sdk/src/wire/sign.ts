import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { strToU8 } from 'fflate';
import { canonicalEvent } from './canonical.ts';
import type { DeviceEvent, UnsignedEvent } from './event.ts';

/** HMAC-SHA256 of a canonical form, keyed with the secret's UTF-8 bytes, as 64 lower-case hex characters. */
export function signCanonical(canonical: string, secret: string): string {
  // strToU8 rather than TextEncoder, which some mobile JavaScript engines lack.
  return bytesToHex(hmac(sha256, strToU8(secret), strToU8(canonical)));
}

/** Returns the event with its signature. */
export function signEvent(event: UnsignedEvent, secret: string): DeviceEvent {
  return { ...event, signature: signCanonical(canonicalEvent(event), secret) };
}
