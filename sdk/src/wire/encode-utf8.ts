const encoder = typeof TextEncoder === 'undefined' ? undefined : new TextEncoder();

/** The UTF-8 bytes of a text, also where the runtime has no TextEncoder; a lone surrogate becomes U+FFFD. */
export const encodeUtf8: (text: string) => Uint8Array = encoder
  ? (text) => encoder.encode(text)
  : encodeUtf8ByHand;

/** The same without TextEncoder, which some mobile JavaScript engines lack. */
export function encodeUtf8ByHand(text: string): Uint8Array {
  // A UTF-16 code unit takes at most three bytes.
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  const continueWith = (bits: number) => {
    bytes[length++] = 0x80 | (bits & 0x3f);
  };
  // Iterating a text joins surrogate pairs.
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    bytes[length++] =
      code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
    if (code >= 0x10000) continueWith(code >> 12);
    if (code >= 0x800) continueWith(code >> 6);
    continueWith(code);
  }
  return bytes.slice(0, length);
}
