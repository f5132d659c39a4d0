/**
 * Triggers a flush when a full batch of events has been tracked since the last one. The returned function is to be called
 * with each event.
 *
 * @param firstAtOnce the first event triggers one too
 */
export function createCountTrigger(
  batchSize: () => number,
  flush: () => void,
  firstAtOnce = false,
): () => void {
  let tracked = firstAtOnce ? Number.POSITIVE_INFINITY : 0;
  return () => {
    tracked++;
    if (tracked < batchSize()) return;
    tracked = 0;
    flush();
  };
}
