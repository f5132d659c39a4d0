/** Triggers a flush when a full batch of events has been tracked since the last one. */
export function createCountTrigger(batchSize: () => number, flush: () => void) {
  let tracked = 0;
  return {
    eventTracked(): void {
      tracked++;
      if (tracked < batchSize()) return;
      tracked = 0;
      flush();
    },
  };
}
