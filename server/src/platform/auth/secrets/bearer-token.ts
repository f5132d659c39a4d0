import { createHash, randomBytes } from 'node:crypto';

/** A token that is shown once; only its hash is stored. */
export interface BearerToken {
  /** The prefix and 64 hex digits. */
  readonly token: string;
  readonly hash: Buffer;
}

/** Creates a token of 256 random bits. Its prefix shows people and secret scanners what it is for. */
export function makeBearerToken(prefix: string): BearerToken {
  const token = prefix + randomBytes(32).toString('hex');
  return { token, hash: hashBearerToken(token) };
}

/** How a token is stored and looked up: the duration of a look-up by hash reveals nothing about the token. */
export function hashBearerToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
