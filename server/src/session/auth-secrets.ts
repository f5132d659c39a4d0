import { hkdfSync } from 'node:crypto';
import type { ServiceSecrets } from '../secrets/load-secrets.ts';

/** A key of the sign-in library's; what is encrypted with it carries the version. */
export interface LibraryKey {
  readonly version: number;
  readonly value: string;
}

/** The keys of the sign-in library: that of SERVICE_SECRET first, then, while it is replaced, the one before. */
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

/** A fingerprint, so that no number has to be kept anywhere. */
function versionOf(serviceSecret: string): number {
  const bytes = Buffer.from(hkdfSync('sha256', serviceSecret, '', 'tributary sessions version', 6));
  return bytes.readUIntBE(0, 6);
}
