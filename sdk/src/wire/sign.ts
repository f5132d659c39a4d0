import { bytesToHex } from './bytes-to-hex.ts';
import { canonicalEvent } from './canonical.ts';
import { encodeUtf8 } from './encode-utf8.ts';
import type { DeviceEvent, UnsignedEvent } from './event.ts';
import { hmacSha256 } from './sha256.ts';

/** HMAC-SHA256 of a canonical form, keyed with the secret's UTF-8 bytes, as 64 lower-case hex characters. */
export function signCanonical(canonical: string, secret: string): string {
  return bytesToHex(hmacSha256(encodeUtf8(secret), encodeUtf8(canonical)));
}

/** Returns the event with its signature. */
export function signEvent(event: UnsignedEvent, secret: string): DeviceEvent {
  return { ...event, signature: signCanonical(canonicalEvent(event), secret) };
}
