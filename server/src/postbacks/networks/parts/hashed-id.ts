import { createHash } from 'node:crypto';

/** A person's id as networks take it: SHA-256, in hex, of the trimmed text in lower case. */
export function hashedId(id: string): string {
  return createHash('sha256').update(id.trim().toLowerCase(), 'utf8').digest('hex');
}
