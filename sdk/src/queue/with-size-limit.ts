import type { EventStore } from './event-store.ts';

/**
 * Limits the number of records in a store: beyond the limit the oldest are dropped.
 *
 * @param onDrop called with the number of dropped records
 */
export async function withSizeLimit(
  store: EventStore,
  limit: () => number,
  onDrop: (count: number) => void,
): Promise<EventStore> {
  // Only an estimate, since other processes append and ack too; recounted when it reaches the limit.
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
