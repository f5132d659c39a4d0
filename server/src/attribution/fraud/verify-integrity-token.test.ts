import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyIntegrityToken } from './verify-integrity-token.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const verificationKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const rsaKey = rsa.export({ type: 'spki', format: 'der' }).toString('base64');

const BUNDLE = 'com.example.a';
const GOOD = {
  requestDetails: { requestPackageName: BUNDLE },
  appIntegrity: { appRecognitionVerdict: 'PLAY_RECOGNIZED' },
  deviceIntegrity: { deviceRecognitionVerdict: ['MEETS_DEVICE_INTEGRITY'] },
};

function token(payload: unknown, key: KeyObject = privateKey): string {
  const text = [{ alg: 'ES256' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

const expecting = { expected: true, verificationKey };
const failed = (because: string) => ({ token: 'failed', because });

test.each([
  ['passed', token(GOOD), expecting, { token: 'passed' }],
  [
    'nothing where none is expected',
    token(GOOD),
    { ...expecting, expected: false },
    { token: 'not_expected' },
  ],
  ['missing', null, expecting, { token: 'missing' }],
  ['missing when empty', '', expecting, { token: 'missing' }],
  [
    'unverified without a key',
    'anything',
    { expected: true, verificationKey: null },
    { token: 'unverified' },
  ],
  [
    'unverified with a key that is none',
    token(GOOD),
    { expected: true, verificationKey: 'AAAA' },
    { token: 'unverified' },
  ],
  [
    'unverified with a key of another kind',
    token(GOOD),
    { expected: true, verificationKey: rsaKey },
    { token: 'unverified' },
  ],
  ['failed: another signer', token(GOOD, stranger), expecting, failed('the signature does not fit')],
  ['failed: no token at all', 'tag', expecting, failed('the signature does not fit')],
  ['failed: four parts', `${token(GOOD)}.x`, expecting, failed('the signature does not fit')],
  ['failed: a payload that is no object', token(7), expecting, failed('the signature does not fit')],
  [
    'failed: another app',
    token({ ...GOOD, requestDetails: { requestPackageName: 'com.example.b' } }),
    expecting,
    failed('the token is of another app'),
  ],
  [
    'failed: a changed app',
    token({ ...GOOD, appIntegrity: { appRecognitionVerdict: 'UNRECOGNIZED_VERSION' } }),
    expecting,
    failed('the app was changed'),
  ],
  [
    'failed: no integrity',
    token({ ...GOOD, deviceIntegrity: {} }),
    expecting,
    failed('the device has no integrity'),
  ],
  [
    'passed with basic integrity',
    token({ ...GOOD, deviceIntegrity: { deviceRecognitionVerdict: ['MEETS_BASIC_INTEGRITY'] } }),
    expecting,
    { token: 'passed' },
  ],
])('a token is %s', (_what, given, settings, expected) => {
  expect(verifyIntegrityToken(given, BUNDLE, settings)).toEqual(expected);
});
