import type { EventStore } from './event-store.ts';

/**
 * Keeps a store to a number of records: beyond it the oldest are dropped (contract: maxOfflineQueueSize).
 *
 * @param onDrop told how many were dropped
 */
export async function withSizeLimit(
  store: EventStore,
  limit: () => number,
  onDrop: (count: number) => void,
): Promise<EventStore> {
  // Other processes may append and ack too: an estimate, counted anew when it says that the store is full.
  let estimate = await store.count();

  async function dropSurplus(): Promise<void> {
    estimate = await store.count();
    const surplus = estimate - limit();
    if (surplus <= 0) return;
    const oldest = await store.read(undefined, surplus);
    await store.ack(oldest.map(({ id }) => id));
    estimate -= oldest.length;
    onDrop(oldest.length);
  }

  return {
    ...store,
    async append(record) {
      await store.append(record);
      estimate++;
      if (estimate > limit()) await dropSurplus();
    },
  };
}
