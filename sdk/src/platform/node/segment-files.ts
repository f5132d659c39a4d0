import { appendFile, type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { frameRecord, type RecordSpan, scanRecords } from './checksummed-lines.ts';

/** One file of records as far as it has been read, beside the acks that were written for it. */
export interface Segment {
  base: string;
  /** Records not acked, by offset, in the order of appending. */
  pending: Map<number, RecordSpan>;
  scannedTo: number;
  acksScannedTo: number;
}

const OPEN = '.open';
const CLOSED = '.closed';
const ACKS = '.acks';
/** Whatever else lies in the folder is left alone. */
const OURS = /^\d{12}-[0-9a-f]{12}\.(open|closed|acks)$/;

/** The bases of all segments of a folder, oldest first; acks whose segment is gone are cleared away. */
export async function listSegments(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => OURS.test(name));
  const bases = new Set(names.filter((name) => !name.endsWith(ACKS)).map(baseOf));
  const orphans = names.filter((name) => name.endsWith(ACKS) && !bases.has(baseOf(name)));
  await Promise.all(orphans.map((name) => rm(join(directory, name), { force: true })));
  return [...bases].sort();
}

/** Takes in what was appended or acked since the last time, by this process or another. */
export async function rescanSegment(directory: string, segment: Segment): Promise<void> {
  const file = await openSegment(directory, segment.base);
  if (!file) {
    segment.pending.clear();
    return;
  }
  const log = await scanFrom(file, segment.scannedTo);
  for (const record of log.records) segment.pending.set(record.offset, record);
  segment.scannedTo = log.end;

  const acks = await openForReading(join(directory, segment.base + ACKS));
  if (!acks) return;
  const acked = await scanFrom(acks, segment.acksScannedTo, (text) => text.split(',').map(Number));
  for (const offset of acked.texts.flat()) segment.pending.delete(offset);
  segment.acksScannedTo = acked.end;
}

/** The texts of some records, in the order given; a record whose file is gone meanwhile is left out. */
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

/** Notes records of a segment as done. */
export async function writeAcks(directory: string, segment: Segment, offsets: number[]): Promise<void> {
  await appendFile(join(directory, segment.base + ACKS), frameRecord(offsets.join(',')), { mode: 0o600 });
  for (const offset of offsets) segment.pending.delete(offset);
}

/**
 * Deletes a segment that holds nothing more. It is renamed and read once more first: a writer that has it
 * open looks, after each record, whether its file still has the open name, and else appends the record again
 * elsewhere; so a record that slips in between is found here or written anew there.
 */
export async function reclaimSegment(directory: string, segment: Segment): Promise<boolean> {
  await closeSegment(directory, segment.base);
  await rescanSegment(directory, segment);
  if (segment.pending.size > 0) return false;
  await rm(join(directory, segment.base + CLOSED), { force: true });
  await rm(join(directory, segment.base + ACKS), { force: true });
  return true;
}

/** Takes a segment's open name away, which tells its writer to begin another; returns quietly if it has. */
export async function closeSegment(directory: string, base: string): Promise<void> {
  await rename(join(directory, base + OPEN), join(directory, base + CLOSED)).catch(ignoreMissing);
}

/** A new segment for one writer, under the open name. */
export async function createSegment(directory: string, base: string): Promise<FileHandle> {
  return open(join(directory, base + OPEN), 'ax', 0o600);
}

/** Whether a segment still has the open name. */
export async function isSegmentOpen(directory: string, base: string): Promise<boolean> {
  return (await stat(join(directory, base + OPEN)).catch(ignoreMissing)) !== undefined;
}

async function openSegment(directory: string, base: string): Promise<FileHandle | undefined> {
  // It may be renamed between the two looks, but only in this direction.
  return (
    (await openForReading(join(directory, base + OPEN))) ?? openForReading(join(directory, base + CLOSED))
  );
}

async function openForReading(path: string): Promise<FileHandle | undefined> {
  return (await open(path, 'r').catch(ignoreMissing)) ?? undefined;
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
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
