import { encodeUtf8 } from '../../wire/encode-utf8.ts';
import { sha256 } from '../../wire/sha256.ts';

let calls = 0;

/**
 * Random bytes, at most 32. Hermes has no `crypto` unless the app adds `react-native-get-random-values`; ids are then
 * made of everything that differs between devices and moments, since they must be unique but need not be secret.
 */
export function randomBytes(count: number): Uint8Array {
  const { crypto, performance } = globalThis as Partial<typeof globalThis>;
  if (typeof crypto?.getRandomValues === 'function') return crypto.getRandomValues(new Uint8Array(count));
  const parts = [Math.random(), Math.random(), Math.random(), Date.now(), performance?.now(), calls++];
  return sha256(encodeUtf8(parts.join(' '))).slice(0, count);
}
