import { makeSignature } from 'better-auth/crypto';
import type { ServiceSecrets } from '../secrets/load-secrets.ts';
import { sameSecret } from '../secrets/same-secret.ts';
import { encryptionKeys } from './library/encryption-keys.ts';
import { bearerToken } from './read-session.ts';

/** Returns an Authorization header that the sign-in library accepts: it verifies signatures of one key only. */
export type RenewSignature = (authorization: string | undefined) => Promise<string | undefined>;

/**
 * Keeps session tokens signed with the previous SERVICE_SECRET valid while it is being replaced: their signature is
 * replaced by one with the current secret. Any other header is returned unchanged.
 */
export function createSignatureRenewal(
  secrets: Pick<ServiceSecrets, 'serviceSecret' | 'previousServiceSecret'>,
): RenewSignature {
  const [current, ...earlier] = encryptionKeys(secrets);
  if (current === undefined || earlier.length === 0) return async (authorization) => authorization;
  return async (authorization) => {
    const token = decoded(bearerToken(authorization) ?? '');
    const dot = token.lastIndexOf('.');
    if (dot === -1) return authorization;
    const [value, signature] = [token.slice(0, dot), token.slice(dot + 1)];
    for (const key of earlier) {
      if (!sameSecret(signature, await makeSignature(value, key.value))) continue;
      return `Bearer ${value}.${encodeURIComponent(await makeSignature(value, current.value))}`;
    }
    return authorization;
  };
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return '';
  }
}
