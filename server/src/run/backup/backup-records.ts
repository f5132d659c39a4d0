import { BackupError } from './backup-error.ts';

/** A record of a backup: a note, or rows of the table named by the last note, as COPY prints them. */
export type BackupRecord =
  | { readonly kind: 'note'; readonly value: unknown }
  | { readonly kind: 'rows'; readonly bytes: Buffer };

const HEAD_BYTES = 5;
const NOTE = 1;
const ROWS = 2;

/** Longer than any note, and than any chunk a database sends. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Encodes records one after the other: one byte for the kind, four for the length, then the content. */
export async function* encodeRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) {
    const bytes = record.kind === 'rows' ? record.bytes : Buffer.from(JSON.stringify(record.value));
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(record.kind === 'rows' ? ROWS : NOTE, 0);
    head.writeUInt32BE(bytes.length, 1);
    yield head;
    yield bytes;
  }
}

/** Decodes what `encodeRecords` wrote. @throws BackupError if the format is not valid. */
export async function* decodeRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let held: Buffer = Buffer.alloc(0);
  let wanted = HEAD_BYTES;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    pieces.push(piece);
    length += piece.length;
    if (length < wanted) continue;
    held = Buffer.concat(pieces.splice(0));
    for (wanted = lengthOf(held); held.length >= wanted; wanted = lengthOf(held)) {
      yield toRecord(held.readUInt8(0), held.subarray(HEAD_BYTES, wanted));
      held = held.subarray(wanted);
    }
    pieces.push(held);
    length = held.length;
  }
  if (length > 0) throw new BackupError('the backup is cut off');
}

/** The length of the record at the start of `bytes`; if its head is incomplete, the length of a head. */
function lengthOf(bytes: Buffer): number {
  if (bytes.length < HEAD_BYTES) return HEAD_BYTES;
  const length = bytes.readUInt32BE(1);
  if (length > MAX_BYTES) throw new BackupError('the backup contains a record that is too long');
  return HEAD_BYTES + length;
}

function toRecord(kind: number, bytes: Buffer): BackupRecord {
  if (kind === ROWS) return { kind: 'rows', bytes };
  if (kind === NOTE) return { kind: 'note', value: JSON.parse(bytes.toString('utf8')) };
  throw new BackupError('the backup contains a record of an unknown kind');
}
