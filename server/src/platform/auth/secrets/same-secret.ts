import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares without revealing, through its duration, how much of it was right or how long the secret is. */
export function sameSecret(given: string | undefined, expected: string): boolean {
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
