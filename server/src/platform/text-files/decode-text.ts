import { isAscii, isUtf8 } from 'node:buffer';
import { AppError } from '../errors/errors.ts';

/** Bytes by which the encoding is told. */
const HEAD = 1024;
/** Which of the 256 bytes are no letters in Windows-1252. */
const NO_LETTER = /[\u0081\u008d\u008f\u0090\u009d]/;
const LINE_END = /\r\n|\n|\r/g;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Decodes a file as programs for tables write it: UTF-8, UTF-16 with or without a byte order mark, or, where it is none
 * of these, Windows-1252. Without its byte order mark.
 *
 * @throws AppError VALIDATION_ERROR naming the line that is none of these, or if it is a workbook.
 */
export async function* decodeText(chunks: Bytes): AsyncGenerator<string> {
  const { head, all } = await withHead(chunks);
  refuseWorkbook(head);
  const wide = wideEncoding(head);
  yield* wide === undefined ? decodeNarrow(all) : decodeWide(all, wide);
}

async function withHead(chunks: Bytes): Promise<{ head: Buffer; all: AsyncGenerator<Uint8Array> }> {
  const source = (async function* () {
    yield* chunks;
  })();
  const begun: Uint8Array[] = [];
  for (let bytes = 0; bytes < HEAD; ) {
    const next = await source.next();
    if (next.done) break;
    begun.push(next.value);
    bytes += next.value.length;
  }
  const head = Buffer.concat(begun);
  async function* all() {
    yield head;
    yield* source;
  }
  return { head, all: all() };
}

/** Of Excel: a ZIP archive, or before 2007 a compound file. */
function refuseWorkbook(head: Buffer): void {
  const begin = head.subarray(0, 4).toString('hex');
  if (begin === '504b0304' || begin === 'd0cf11e0')
    throw new AppError('VALIDATION_ERROR', 'the file: is a workbook, not a text: save it as CSV');
}

/** Without a byte order mark, every other byte of text in UTF-16 is zero, as far as it is Latin. */
function wideEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = head.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

async function* decodeWide(chunks: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (error) {
      if (error instanceof TypeError) throw unreadable(line, 'UTF-16');
      throw error;
    }
  };
  for await (const chunk of chunks) {
    const text = decode(chunk);
    line += countLines(text);
    yield text;
  }
  yield decode();
}

/** Windows-1252 from the first letter on that is not UTF-8, unless another one was: then it is broken UTF-8. */
async function* decodeNarrow(chunks: Bytes): AsyncGenerator<string> {
  let line = 1;
  let isPlain = true;
  let begun: Uint8Array = Buffer.alloc(0);
  let legacy: InstanceType<typeof TextDecoder> | undefined;
  const decodeLegacy = (decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array) => {
    const text = decoder.decode(bytes, { stream: true });
    const wrong = NO_LETTER.exec(text);
    if (wrong) throw unreadable(line + countLines(text.slice(0, wrong.index)), 'UTF-8');
    return text;
  };
  const decode = (bytes: Buffer) => {
    if (legacy) return decodeLegacy(legacy, bytes);
    const whole = bytes.subarray(0, lengthOfWhole(bytes));
    if (isUtf8(whole)) {
      isPlain &&= isAscii(whole);
      begun = bytes.subarray(whole.length);
      return whole.toString();
    }
    const before = beforeFirstBroken(whole);
    if (!isPlain || !isAscii(before)) throw unreadable(line + countLines(before.toString()), 'UTF-8');
    legacy = new TextDecoder('windows-1252');
    begun = Buffer.alloc(0);
    return decodeLegacy(legacy, bytes);
  };
  let isFirst = true;
  for await (const chunk of chunks) {
    const text = decode(begun.length === 0 ? Buffer.from(chunk) : Buffer.concat([begun, chunk]));
    line += countLines(text);
    yield isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text;
    isFirst = false;
  }
  if (begun.length > 0 && !legacy) throw unreadable(line, 'UTF-8');
}

/** How many bytes there are but for a letter of UTF-8 that goes on in the next. */
function lengthOfWhole(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** What comes before the first byte that is not UTF-8. */
function beforeFirstBroken(bytes: Buffer): Buffer {
  const text = bytes.toString();
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
    const before = Buffer.from(text.slice(0, at));
    if (bytes.subarray(before.length, before.length + 3).toString('hex') !== 'efbfbd') return before;
  }
  return bytes;
}

function countLines(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}

function unreadable(line: number, encoding: string): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    `the file: line ${line} is not ${encoding}: it must be UTF-8, UTF-16 or Windows-1252 throughout`,
  );
}
