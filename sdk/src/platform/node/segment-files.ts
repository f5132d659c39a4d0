import { appendFile, type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CHECKSUM_LENGTH,
  frameRecord,
  NO_CHECKSUM,
  type RecordSpan,
  scanRecords,
} from './checksummed-lines.ts';

/** A file of records, as far as it and its acks have been read. */
export interface Segment {
  base: string;
  /** Records that are not acked, by offset, in the order they were appended. */
  pending: Map<number, RecordSpan>;
  scannedTo: number;
  acksScannedTo: number;
}

const OPEN = '.open';
const CLOSED = '.closed';
const ACKS = '.acks';
/** Any other file in the folder is left alone. */
const OURS = /^\d{12}-[0-9a-f]{12}\.(open|closed|acks)$/;

/** The base names of all segments in a folder, oldest first; removes acks whose segment is gone. */
export async function listSegments(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => OURS.test(name));
  const bases = new Set(names.filter((name) => !name.endsWith(ACKS)).map(baseOf));
  const orphans = names.filter((name) => name.endsWith(ACKS) && !bases.has(baseOf(name)));
  // They do no harm where they cannot be removed, as in a folder that is read-only.
  await Promise.allSettled(orphans.map((name) => rm(join(directory, name), { force: true })));
  return [...bases].sort();
}

/** Reads what was appended or acked since the last scan, by this process or another. */
export async function rescanSegment(directory: string, segment: Segment): Promise<void> {
  const file = await openSegment(directory, segment.base);
  if (!file) {
    segment.pending.clear();
    return;
  }
  const log = await scanFrom(file, segment.scannedTo);
  for (const record of log.records) segment.pending.set(record.offset, record);
  segment.scannedTo = log.end;

  const acks = await openExisting(join(directory, segment.base + ACKS));
  if (!acks) return;
  const acked = await scanFrom(acks, segment.acksScannedTo, (text) => text.split(',').map(Number));
  for (const offset of acked.texts.flat()) segment.pending.delete(offset);
  segment.acksScannedTo = acked.end;
}

/** The texts of some records, in the given order; none if their file has been deleted meanwhile. */
export async function readRecords(directory: string, base: string, spans: RecordSpan[]): Promise<string[]> {
  const file = await openSegment(directory, base);
  if (!file) return [];
  try {
    const texts: string[] = [];
    for (const { offset, length } of spans) {
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
      texts.push(buffer.toString('utf8'));
    }
    return texts;
  } finally {
    await file.close();
  }
}

/** Marks records of a segment as acked: in a file beside it or, where there is no space for that, in the records. */
export async function writeAcks(directory: string, segment: Segment, offsets: number[]): Promise<void> {
  const path = join(directory, segment.base + ACKS);
  await appendFile(path, frameRecord(offsets.join(',')), { mode: 0o600 }).catch(async (error) => {
    // A queue that has filled the disk could otherwise never be emptied.
    const spoilt = await spoilRecords(directory, segment.base, offsets).catch(() => false);
    if (!spoilt) throw error;
  });
  for (const offset of offsets) segment.pending.delete(offset);
}

/** Makes the checksums of records wrong, which takes no space; false if their file is gone. */
async function spoilRecords(directory: string, base: string, offsets: number[]): Promise<boolean> {
  const file = await openSegment(directory, base, 'r+');
  if (!file) return false;
  try {
    for (const offset of offsets) await file.write(NO_CHECKSUM, offset - CHECKSUM_LENGTH - 1);
    return true;
  } finally {
    await file.close();
  }
}

/**
 * Deletes a segment without pending records. It is first renamed and read once more: after each record, a writer
 * checks whether its file still has the open name, and if not, appends the record again to another segment. So a
 * record that slips in is either found here or written again there.
 */
export async function reclaimSegment(directory: string, segment: Segment): Promise<boolean> {
  await closeSegment(directory, segment.base);
  await rescanSegment(directory, segment);
  if (segment.pending.size > 0) return false;
  await rm(join(directory, segment.base + CLOSED), { force: true });
  await rm(join(directory, segment.base + ACKS), { force: true });
  return true;
}

/** Renames an open segment, so that its writer starts another; does nothing if that has already happened. */
export async function closeSegment(directory: string, base: string): Promise<void> {
  await rename(join(directory, base + OPEN), join(directory, base + CLOSED)).catch(ignoreMissing);
}

/** Creates a segment for one writer, under the open name. */
export async function createSegment(directory: string, base: string): Promise<FileHandle> {
  return open(join(directory, base + OPEN), 'ax', 0o600);
}

/** Whether a segment still has the open name. */
export async function isSegmentOpen(directory: string, base: string): Promise<boolean> {
  return (await stat(join(directory, base + OPEN)).catch(ignoreMissing)) !== undefined;
}

async function openSegment(directory: string, base: string, flags?: 'r+'): Promise<FileHandle | undefined> {
  // It may be renamed between the two attempts, but only in this direction.
  return (
    (await openExisting(join(directory, base + OPEN), flags)) ??
    openExisting(join(directory, base + CLOSED), flags)
  );
}

async function openExisting(path: string, flags = 'r'): Promise<FileHandle | undefined> {
  return (await open(path, flags).catch(ignoreMissing)) ?? undefined;
}

async function scanFrom<Text = string>(
  file: FileHandle,
  from: number,
  parse?: (text: string) => Text,
): Promise<{ records: RecordSpan[]; texts: Text[]; end: number }> {
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.max(0, size - from));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    const { records, end } = scanRecords(bytes.subarray(0, bytesRead), from);
    const textOf = ({ offset, length }: RecordSpan) =>
      bytes.toString('utf8', offset - from, offset - from + length);
    return { records, texts: parse ? records.map((span) => parse(textOf(span))) : [], end };
  } finally {
    await file.close();
  }
}

function baseOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function ignoreMissing(error: unknown): undefined {
  // Of another realm in jest, whose `Error` it is no instance of.
  if ((error as { code?: unknown } | undefined)?.code === 'ENOENT') return undefined;
  throw error;
}
