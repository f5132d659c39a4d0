/**
 * The text of a file as programs for tables write it: UTF-8, UTF-16 with or without a byte order mark, or, where it is
 * none of these, Windows-1252. The service tells them in the same way where it gets the bytes.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Without a byte order mark, every other byte of text in UTF-16 is zero, as far as it is Latin. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 1024);
  const zeros = (place: number) => head.filter((byte, at) => at % 2 === place && byte === 0).length;
  const many = head.length / 4;
  if (zeros(1) > many && zeros(0) === 0) return 'utf-16le';
  return zeros(0) > many && zeros(1) === 0 ? 'utf-16be' : undefined;
}
