import type { EventStore } from '../platform/event-store.ts';
import { createSerialRunner } from '../scheduling/run-serially.ts';

/** So many surplus records may wait for their removal, so that at the limit an append costs as much as below it. */
const MAX_SURPLUS = 100;

/**
 * Limits the number of records in a store: beyond the limit the oldest are dropped, at the latest when the store is
 * read or counted. Until then up to 100 of those may still be there.
 *
 * @param onDrop called with the number of dropped records
 */
export function withSizeLimit(
  store: EventStore,
  limit: () => number,
  onDrop: (count: number) => void,
): EventStore {
  const serially = createSerialRunner();
  // An estimate: acks do not lower it, and other processes append too. Counted again only when it exceeds the limit.
  let estimate = Number.POSITIVE_INFINITY;

  /** On a full disk nothing can be removed, but what is stored can be read. */
  function dropBeyond(most: number): Promise<void> {
    return serially(async () => {
      if (estimate <= most) return;
      estimate = await store.count();
      const surplus = estimate - limit();
      if (surplus <= 0) return;
      const oldest = await (store.oldest ?? ((most) => store.read(undefined, most)))(surplus);
      await store.ack(oldest.map(({ id }) => id));
      estimate -= oldest.length;
      onDrop(oldest.length);
    }).catch(() => undefined);
  }

  return {
    async append(record) {
      await store.append(record);
      estimate++;
      await dropBeyond(limit() + MAX_SURPLUS);
    },
    async read(after, wanted) {
      await dropBeyond(limit());
      return store.read(after, wanted);
    },
    // Not while records are being dropped, since what is acked makes room.
    ack: (ids) => serially(() => store.ack(ids)),
    async count() {
      await dropBeyond(limit());
      return store.count();
    },
    close: () => store.close(),
  };
}
