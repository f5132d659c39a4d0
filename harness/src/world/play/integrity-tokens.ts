import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IntegrityVerdict } from '../action.ts';

/** Issues the tokens that an integrity service would have issued to the world's devices. */
export interface TokenMint {
  /** SubjectPublicKeyInfo in base64, as in an app's settings. */
  readonly verificationKey: string;
  /** The token of a device; undefined if it has none. */
  tokenFor(verdict: IntegrityVerdict, bundleId: string, at: number): string | undefined;
}

const DEVICE_VERDICTS: Partial<Record<IntegrityVerdict, readonly string[]>> = {
  passed: ['MEETS_DEVICE_INTEGRITY', 'MEETS_BASIC_INTEGRITY'],
  basic_only: ['MEETS_BASIC_INTEGRITY'],
  rejected: [],
  forged: ['MEETS_DEVICE_INTEGRITY'],
};

/** A mint with a key of its own. */
export function createTokenMint(): TokenMint {
  const real = newKey();
  const forger = newKey();
  return {
    verificationKey: real.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    tokenFor(verdict, bundleId, at) {
      const device = DEVICE_VERDICTS[verdict];
      if (device === undefined) return undefined;
      return signToken(verdict === 'forged' ? forger.privateKey : real.privateKey, {
        requestDetails: { requestPackageName: bundleId, timestampMillis: String(at) },
        appIntegrity: { appRecognitionVerdict: 'PLAY_RECOGNIZED', packageName: bundleId },
        deviceIntegrity: { deviceRecognitionVerdict: device },
      });
    },
  };
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

function signToken(key: KeyObject, payload: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'ES256' })}.${encode(payload)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
