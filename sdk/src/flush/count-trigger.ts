/**
 * Triggers a flush when a full batch of events has been tracked since the last one.
 *
 * @param firstAtOnce the first event triggers one too
 */
export function createCountTrigger(batchSize: () => number, flush: () => void, firstAtOnce = false) {
  let tracked = 0;
  let isFirst = firstAtOnce;
  return {
    eventTracked(): void {
      tracked++;
      if (tracked < batchSize() && !isFirst) return;
      isFirst = false;
      tracked = 0;
      flush();
    },
  };
}
