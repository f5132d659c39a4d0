import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { IntegrityEvidence } from '../../fraud-rules/fraud-facts.ts';
import type { FraudSettings } from './fraud-settings.ts';

/** The part of an integrity verdict that is read. */
interface Verdict {
  readonly requestDetails?: { readonly requestPackageName?: unknown };
  readonly appIntegrity?: { readonly appRecognitionVerdict?: unknown };
  readonly deviceIntegrity?: { readonly deviceRecognitionVerdict?: unknown };
}

const MAX_KEYS = 1000;
const keys = new Map<string, KeyObject | null>();

/**
 * Checks a device's token: a signed verdict (a compact JWS, ES256) of the store's integrity service about this
 * app and a device with any integrity at all. Without the app's verification key, only its presence is known.
 *
 * @param bundleId the app that the token must be about.
 */
export function verifyIntegrityToken(
  token: string | null,
  bundleId: string,
  { expected, verificationKey }: FraudSettings['integrity'],
): IntegrityEvidence {
  if (!expected) return { token: 'not_expected' };
  if (token === null || token === '') return { token: 'missing' };
  const key = verificationKey === null ? null : readKey(verificationKey);
  if (key === null) return { token: 'unverified' };
  const verdict = openVerdict(token, key);
  const because = verdict === null ? 'the signature does not fit' : problemWith(verdict, bundleId);
  return because === null ? { token: 'passed' } : { token: 'failed', because };
}

function problemWith(verdict: Verdict, bundleId: string): string | null {
  if (verdict.requestDetails?.requestPackageName !== bundleId) return 'the token is of another app';
  if (verdict.appIntegrity?.appRecognitionVerdict === 'UNRECOGNIZED_VERSION') return 'the app was changed';
  const device = verdict.deviceIntegrity?.deviceRecognitionVerdict;
  // A rooted phone keeps its basic integrity: its owner's choice, and no fraud in itself.
  return Array.isArray(device) && device.length > 0 ? null : 'the device has no integrity';
}

function openVerdict(token: string, key: KeyObject): Verdict | null {
  const [header = '', payload = '', signature = '', ...more] = token.split('.', 4);
  if (more.length > 0 || signature === '') return null;
  const signed = Buffer.from(`${header}.${payload}`);
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)) return null;
  try {
    const verdict: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof verdict === 'object' && verdict !== null ? verdict : null;
  } catch {
    return null;
  }
}

/** A P-256 public key; null for text that is none. Apps are few, so parsed keys are cached. */
function readKey(text: string): KeyObject | null {
  const known = keys.get(text);
  if (known !== undefined) return known;
  if (keys.size >= MAX_KEYS) keys.clear();
  const key = parseKey(text);
  keys.set(text, key);
  return key;
}

function parseKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
