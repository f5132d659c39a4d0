import type { StoredEvent } from '../event-store.ts';

/**
 * The first records of several sequences, those that were tracked first before others. Each sequence keeps its order,
 * also where the clock was set back.
 */
export async function mergeByTime(
  sequences: AsyncGenerator<StoredEvent>[],
  limit: number,
): Promise<StoredEvent[]> {
  const heads: { event: StoredEvent; time: number; rest: AsyncGenerator<StoredEvent> }[] = [];
  async function advance(rest: AsyncGenerator<StoredEvent>): Promise<void> {
    const { value, done } = await rest.next();
    if (!done) heads.push({ event: value, time: timeOf(value.record), rest });
  }
  for (const sequence of sequences) await advance(sequence);
  const merged: StoredEvent[] = [];
  while (merged.length < limit) {
    const [first] = [...heads].sort((a, b) => a.time - b.time);
    if (!first) break;
    heads.splice(heads.indexOf(first), 1);
    merged.push(first.event);
    await advance(first.rest);
  }
  return merged;
}

/** When an event was tracked; what cannot be read is dropped first. */
function timeOf(record: string): number {
  try {
    return (JSON.parse(record) as { facts: { timestamp: number } }).facts.timestamp || 0;
  } catch {
    return 0;
  }
}
