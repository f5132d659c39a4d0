const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as base64 without padding: React Native has `btoa` and `atob` from 0.74 on only. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    const digits = [18, 12, 6, 0].map((shift) => DIGITS.charAt((bits >> shift) & 63)).join('');
    parts.push(digits.slice(0, Math.min(3, bytes.length - at) + 1));
  }
  return parts.join('');
}

/** @throws Error if the text is not base64 */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let [bits, count, at] = [0, 0, 0];
  for (const digit of text) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) throw new Error('not base64');
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = (bits >> count) & 255;
  }
  return bytes;
}
