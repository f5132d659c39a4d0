import { hkdfSync } from 'node:crypto';
import type { ServiceSecrets } from '../../secrets/load-secrets.ts';

/** An encryption key of the sign-in library. Ciphertexts start with the version of their key. */
export interface LibraryKey {
  readonly version: number;
  readonly value: string;
}

/** The sign-in library's keys: the one derived from SERVICE_SECRET, then, during a rotation, the previous one. */
export function encryptionKeys({
  serviceSecret,
  previousServiceSecret,
}: Pick<ServiceSecrets, 'serviceSecret' | 'previousServiceSecret'>): LibraryKey[] {
  const given =
    previousServiceSecret === undefined ? [serviceSecret] : [serviceSecret, previousServiceSecret];
  const keys = given.map((secret) => ({ version: versionOf(secret), value: sessionSecret(secret) }));
  return keys.filter(({ version }, index) => keys.findIndex((key) => key.version === version) === index);
}

function sessionSecret(serviceSecret: string): string {
  return Buffer.from(hkdfSync('sha256', serviceSecret, '', 'tributary sessions', 32)).toString('hex');
}

/** A fingerprint of the secret, so that no version number has to be stored. */
function versionOf(serviceSecret: string): number {
  const bytes = Buffer.from(hkdfSync('sha256', serviceSecret, '', 'tributary sessions version', 6));
  return bytes.readUIntBE(0, 6);
}
