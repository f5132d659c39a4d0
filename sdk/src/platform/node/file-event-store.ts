import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import { createSerialRunner } from '../../scheduling/run-serially.ts';
import type { EventStore, StoredEvent } from '../event-store.ts';
import { frameRecord, type RecordSpan } from './checksummed-lines.ts';
import { mergeByTime } from './merge-by-time.ts';
import {
  closeSegment,
  createSegment,
  isSegmentOpen,
  listSegments,
  readRecords,
  reclaimSegment,
  rescanSegment,
  type Segment,
  writeAcks,
} from './segment-files.ts';

const SEGMENT_BYTES = 256 * 1024;

/**
 * A queue in a folder. Each process appends to its own segments; every process reads and acks all of them.
 *
 * A record is a line with a checksum, so a torn write loses only that record. Acks are lines of a file next to the
 * segment, or wrong checksums where there is no space for them; a segment whose records are all acked is deleted. Any number of processes may use the folder at once.
 */
export async function openFileEventStore(
  directory: string,
  segmentBytes = SEGMENT_BYTES,
): Promise<EventStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const serially = createSerialRunner();
  const writer = createSegmentWriter(directory, segmentBytes);
  const segments = createSegmentIndex(directory);

  return {
    append: (record) => serially(() => writer.append(record)),
    read: (after, limit) => serially(() => segments.read(after, limit)),
    oldest: (limit) => serially(() => segments.oldest(limit)),
    ack: (ids) => serially(() => segments.ack(ids)),
    count: () => serially(() => segments.count()),
    close: () => serially(() => writer.close()),
  };
}

function createSegmentWriter(directory: string, segmentBytes: number) {
  let current: { base: string; file: FileHandle; bytes: number } | undefined;
  let last = 0;

  async function leave(): Promise<void> {
    const left = current;
    current = undefined;
    await left?.file.close();
  }

  async function begin() {
    // Numbered after all existing ones, not by the clock, which may be set back.
    const numbers = (await listSegments(directory)).map((base) => Number.parseInt(base, 10));
    last = Math.max(last, ...numbers) + 1;
    const base = `${String(last).padStart(12, '0')}-${randomBytes(6).toString('hex')}`;
    return { base, file: await createSegment(directory, base), bytes: 0 };
  }

  return {
    async append(record: string): Promise<void> {
      const bytes = frameRecord(record);
      for (;;) {
        // The check before avoids storing the record twice, the check after avoids losing it.
        if (current && !(await isSegmentOpen(directory, current.base))) await leave();
        current ??= await begin();
        await current.file.appendFile(bytes);
        if (await isSegmentOpen(directory, current.base)) break;
      }
      current.bytes += bytes.length;
      if (current.bytes < segmentBytes) return;
      await closeSegment(directory, current.base);
      await leave();
    },
    close: leave,
  };
}

function createSegmentIndex(directory: string) {
  const index = new Map<string, Segment>();

  async function refresh(): Promise<Segment[]> {
    const bases = await listSegments(directory);
    for (const base of index.keys()) if (!bases.includes(base)) index.delete(base);
    for (const base of bases) {
      const known = index.get(base);
      const segment = known ?? newSegment(base);
      await rescanSegment(directory, segment);
      // Empty when first seen: left by a process that died while deleting it, or before its first record.
      if (!known && segment.pending.size === 0 && (await reclaimIfPossible(segment))) continue;
      index.set(base, segment);
    }
    return bases.flatMap((base) => index.get(base) ?? []);
  }

  /** A folder that is read-only can still be read. */
  const reclaimIfPossible = (segment: Segment) => reclaimSegment(directory, segment).catch(() => false);

  async function ackSegment(base: string, offsets: number[]): Promise<void> {
    const segment = index.get(base);
    if (!segment) return;
    const acked = new Set(offsets);
    if ([...segment.pending.keys()].every((offset) => acked.has(offset))) {
      // Deleting the segment needs no space, unlike writing acks, and leaves some on a full disk.
      segment.pending.clear();
      if (await reclaimIfPossible(segment)) {
        index.delete(base);
        return;
      }
    }
    await writeAcks(directory, segment, offsets);
  }

  return {
    async read(after: string | undefined, limit: number): Promise<StoredEvent[]> {
      return readAfter(directory, await refresh(), after, limit);
    },

    /** Of all segments, each in its own order: several processes append at the same time. */
    async oldest(limit: number): Promise<StoredEvent[]> {
      const segments = await refresh();
      return mergeByTime(
        segments.map(({ base, pending }) => readPieces(directory, base, [...pending.values()])),
        limit,
      );
    },

    async ack(ids: readonly string[]): Promise<void> {
      // Not Map.groupBy, which Node 20 lacks.
      const byBase = new Map<string, number[]>();
      for (const [base, offset] of ids.map(parseId)) {
        const offsets = byBase.get(base);
        if (offsets) offsets.push(offset);
        else byBase.set(base, [offset]);
      }
      // The ids may be those of a store that was opened on this folder before.
      if ([...byBase.keys()].some((base) => !index.has(base))) await refresh();
      for (const [base, offsets] of byBase) await ackSegment(base, offsets);
    },

    async count(): Promise<number> {
      return (await refresh()).reduce((sum, { pending }) => sum + pending.size, 0);
    },
  };
}

/** The records after the one with this id, or from the first on, in the order of the segments. */
async function readAfter(
  directory: string,
  segments: readonly Segment[],
  after: string | undefined,
  limit: number,
): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  const [afterBase, afterOffset] = after === undefined ? ['', 0] : parseId(after);
  for (const { base, pending } of segments) {
    if (found.length >= limit) break;
    if (base < afterBase) continue;
    const wanted = [...pending.values()]
      .filter(({ offset }) => base > afterBase || offset > afterOffset)
      .slice(0, limit - found.length);
    if (wanted.length === 0) continue;
    const texts = await readRecords(directory, base, wanted);
    texts.forEach((record, at) => {
      found.push({ id: `${base}:${wanted[at]?.offset}`, record });
    });
  }
  return found;
}

/** Few records at a time, since of most segments only the first is looked at. */
const RECORDS_PER_PIECE = 20;

async function* readPieces(
  directory: string,
  base: string,
  spans: RecordSpan[],
): AsyncGenerator<StoredEvent> {
  for (let at = 0; at < spans.length; at += at === 0 ? 1 : RECORDS_PER_PIECE) {
    const piece = spans.slice(at, at + (at === 0 ? 1 : RECORDS_PER_PIECE));
    const texts = await readRecords(directory, base, piece);
    for (const [index, record] of texts.entries()) yield { id: `${base}:${piece[index]?.offset}`, record };
  }
}

function newSegment(base: string): Segment {
  return { base, pending: new Map(), scannedTo: 0, acksScannedTo: 0 };
}

function parseId(id: string): [base: string, offset: number] {
  const colon = id.lastIndexOf(':');
  return [id.slice(0, colon), Number(id.slice(colon + 1))];
}
