import { encodeWith } from '../../wire/encode-utf8.ts';

/** The UTF-8 bytes of a text, without TextEncoder. */
export function encodeUtf8ByHand(text: string): Uint8Array<ArrayBuffer> {
  // With the flag `u`, a pair of surrogates is one character, which the pattern does not match.
  const escaped = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));
  const bytes = escaped.replace(/%(..)/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

/** To be called before anything else: the engines of some versions of React Native lack it. */
export function replaceMissingEncoder(): void {
  if (typeof TextEncoder === 'undefined') encodeWith({ encode: encodeUtf8ByHand });
}
