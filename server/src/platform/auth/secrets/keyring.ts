import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { ServiceSecrets } from './load-secrets.ts';

/** The purpose of a secret: each has its own subkey, so that a ciphertext cannot be used for another purpose. */
export type SecretPurpose =
  | 'app-signing-secret'
  | 'payment-webhook-secret'
  | 'payment-payload'
  | 'ad-network-credential'
  | 'ad-network-signing-secret'
  | 'network-token';

/**
 * Encrypts secrets that must be read again. A ciphertext is bound to its purpose and its row: it cannot be decrypted
 * elsewhere.
 */
export interface Keyring {
  seal(purpose: SecretPurpose, rowId: string, plaintext: string): string;
  /** @throws Error if none of the known keys decrypts it. */
  open(purpose: SecretPurpose, rowId: string, sealed: string): string;
  /** The prefix of everything that is encrypted under the current SERVICE_SECRET, and of nothing else. */
  readonly sealsBeginWith: string;
}

interface RootKey {
  readonly version: string;
  readonly bytes: Buffer;
  /** Derived once each: deriving costs more than decrypting. */
  readonly subkeys: Map<SecretPurpose, KeyObject>;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates the service's keyring: AES-256-GCM under subkeys of SERVICE_SECRET (HKDF-SHA-256).
 *
 * An encrypted text is `{key version}.{base64url of iv, tag and ciphertext}`; the version is a fingerprint of the root
 * key.
 */
export function createKeyring(
  secrets: Pick<ServiceSecrets, 'serviceSecret' | 'previousServiceSecret'>,
): Keyring {
  const current = rootKey(secrets.serviceSecret);
  const roots = [current];
  if (secrets.previousServiceSecret !== undefined) roots.push(rootKey(secrets.previousServiceSecret));

  return {
    seal(purpose, rowId, plaintext) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', subkey(current, purpose), iv);
      cipher.setAAD(associatedData(purpose, rowId));
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return `${current.version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(purpose, rowId, sealed) {
      const [version, text = ''] = sealed.split('.', 2);
      const root = roots.find((candidate) => candidate.version === version);
      if (!root) throw new Error('a stored secret is encrypted with a SERVICE_SECRET that is not set');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', subkey(root, purpose), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associatedData(purpose, rowId));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
    sealsBeginWith: `${current.version}.`,
  };
}

function rootKey(secret: string): RootKey {
  const bytes = createHash('sha256').update(secret, 'utf8').digest();
  const version = Buffer.from(hkdfSync('sha256', bytes, '', 'tributary key version', 6)).toString('hex');
  return { version, bytes, subkeys: new Map() };
}

function subkey({ bytes, subkeys }: RootKey, purpose: SecretPurpose): KeyObject {
  const known = subkeys.get(purpose);
  if (known !== undefined) return known;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `tributary ${purpose}`, 32)));
  subkeys.set(purpose, key);
  return key;
}

function associatedData(purpose: SecretPurpose, rowId: string): Buffer {
  return Buffer.from(`${purpose}:${rowId}`, 'utf8');
}
