import type { EventStore } from './event-store.ts';
import { createSerialRunner } from './run-serially.ts';

/** At the limit, so many of the oldest records are removed together, so that an append costs as much as below it. */
const REMOVED_AT_ONCE = 100;

/**
 * Limits the number of records in a store: beyond the limit the oldest are dropped. If the process dies, up to 100 of
 * those may still be there.
 *
 * @param onDrop called with the number of dropped records
 */
export async function withSizeLimit(
  store: EventStore,
  limit: () => number,
  onDrop: (count: number) => void,
): Promise<EventStore> {
  const serially = createSerialRunner();
  // Only an estimate, since other processes append and ack too; recounted for each page of the oldest records.
  let estimate = await store.count();
  let oldest: string[] = [];
  /** How many of `oldest` are dropped, but not removed yet. */
  let dropped = 0;

  async function removeDropped(): Promise<void> {
    if (dropped === 0) return;
    const ids = oldest.slice(0, dropped);
    oldest = oldest.slice(dropped);
    dropped = 0;
    await store.ack(ids);
    onDrop(ids.length);
  }

  async function dropSurplus(): Promise<void> {
    while (estimate > limit()) {
      if (dropped === oldest.length) {
        await removeDropped();
        estimate = await store.count();
        const surplus = estimate - limit();
        if (surplus <= 0) return;
        oldest = (await store.read(undefined, Math.max(surplus, REMOVED_AT_ONCE))).map(({ id }) => id);
        if (oldest.length === 0) return;
      }
      dropped++;
      estimate--;
    }
  }

  /** On a full disk nothing can be removed, but what is stored can be read. */
  const removeIfPossible = () => serially(removeDropped).catch(() => undefined);

  return {
    async append(record) {
      await store.append(record);
      estimate++;
      if (estimate > limit()) await serially(dropSurplus);
    },
    async read(after, wanted) {
      await removeIfPossible();
      return store.read(after, wanted);
    },
    ack: (ids) =>
      serially(async () => {
        await removeDropped();
        await store.ack(ids);
        estimate = Math.max(0, estimate - ids.length);
        // Some of them may be among the oldest.
        oldest = [];
      }),
    async count() {
      await removeIfPossible();
      return store.count();
    },
    async close() {
      await removeIfPossible();
      await store.close();
    },
  };
}
