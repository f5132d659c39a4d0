/** The UTF-8 bytes of a text; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  // Some engines of React Native lack it, and so do documents in Node.
  return typeof TextEncoder === 'undefined' ? encodeUtf8ByHand(text) : new TextEncoder().encode(text);
}

/** The same without TextEncoder. */
export function encodeUtf8ByHand(text: string): Uint8Array<ArrayBuffer> {
  // With the flag `u`, a pair of surrogates is one character, which the pattern does not match.
  const bytes = unescape(encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd')));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}
