import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same, in a time that reveals neither where they differ nor how long either is. */
export function equalSecrets(given: Uint8Array, expected: Uint8Array): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(secret: Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest();
}
