const PERCENT = 0x25;
/** The escapes of other characters stand for none on their own. */
const ASCII_END = 0x80;

/**
 * Text with its escapes of ASCII characters decoded, and those that only this makes, until none is left: what decoding it
 * any number of times could make of it. Escapes of other characters stay.
 *
 * Reads the text once, however often it was encoded: an escape is taken back from what is already read as soon as it is
 * complete, so that what it stands for can complete another.
 *
 * @example decodeFully('/%25256C/%C3%A9') // '/l/%C3%A9'
 */
export function decodeFully(text: string): string {
  const read = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    read[length++] = text.charCodeAt(at);
    while (read[length - 3] === PERCENT) {
      const code = 16 * hexDigit(read[length - 2]) + hexDigit(read[length - 1]);
      // Also if one of both is no digit, and the code no number.
      if (!(code < ASCII_END)) break;
      length -= 2;
      read[length - 1] = code;
    }
  }
  return Buffer.from(read.buffer, 0, 2 * length).toString('utf16le');
}

function hexDigit(unit = 0): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
