/** Waits between the sends of one delivery, in ms; the send after the last one is the last. */
const WAITS_MS = [60_000, 120_000, 300_000, 600_000] as const;

/**
 * When a delivery that failed as an outage would make it is sent again.
 *
 * @param sends how many there have been, this one included.
 * @param sentAt when this one was made; Unix ms.
 * @returns Unix ms; null after the last.
 */
export function nextSendAt(sends: number, sentAt: number): number | null {
  const wait = WAITS_MS[sends - 1];
  return wait === undefined ? null : sentAt + wait;
}
