const encoder = typeof TextEncoder === 'undefined' ? { encode: encodeUtf8ByHand } : new TextEncoder();

/** The UTF-8 bytes of a text, also where the runtime has no TextEncoder; a lone surrogate becomes U+FFFD. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);

/** The same without TextEncoder, which some mobile JavaScript engines lack. */
export function encodeUtf8ByHand(text: string): Uint8Array {
  // With the flag `u`, a pair of surrogates is one character, which the pattern does not match.
  const escaped = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));
  const bytes = escaped.replace(/%(..)/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}
