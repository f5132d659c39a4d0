interface Encoder {
  encode(text: string): Uint8Array;
}

let encoder: Encoder | undefined;

/** The UTF-8 bytes of a text; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  encoder ??= new TextEncoder();
  return encoder.encode(text);
}

/** Replaces TextEncoder, which some engines lack; to be called before anything is encoded. */
export function encodeWith(other: Encoder): void {
  encoder = other;
}
