import { createHash, randomBytes } from 'node:crypto';

/** A token that is shown once; only its hash is stored. */
export interface BearerToken {
  /** The prefix and 64 hex digits. */
  readonly token: string;
  readonly hash: Buffer;
}

/** Makes a token of 256 random bits. The prefix says what it is for, to people and to scanners for leaked secrets. */
export function makeBearerToken(prefix: string): BearerToken {
  const token = prefix + randomBytes(32).toString('hex');
  return { token, hash: hashBearerToken(token) };
}

/** How a token is stored and found again: looking up a hash reveals nothing of the token by how long it takes. */
export function hashBearerToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
