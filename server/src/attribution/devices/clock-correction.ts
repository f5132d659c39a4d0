import { MAX_SIGNATURE_AGE_MS } from '@tributary/sdk/wire/limits';

/** The times that an event claims. */
export interface ClaimedTimes {
  /** Unix ms, the device's clock. */
  readonly timestamp: number;
  /** Unix ms. */
  readonly sent_at?: number | null | undefined;
  readonly age_ms?: number | null | undefined;
}

/**
 * The ms to add to a time of the device's clock to get the server's; null if unknown. An event may have both its age
 * and its sending time, and these may contradict each other: an SDK whose clock is so far off that its events are
 * refused signs them with the server's time. Then it is unknown what the device's clock showed.
 *
 * @param arrival Unix ms, server clock.
 */
export function clockCorrection(event: ClaimedTimes, arrival: number): number | null {
  const [aged, sent] = [byAge(event, arrival), bySending(event, arrival)];
  if (aged !== null && sent !== null && Math.abs(aged - sent) > MAX_SIGNATURE_AGE_MS) return null;
  return aged ?? sent;
}

/** The correction of the clock that dated the event. */
export function byAge({ age_ms, timestamp }: ClaimedTimes, arrival: number): number | null {
  return age_ms == null ? null : arrival - age_ms - timestamp;
}

/** The correction of the clock that the event was signed by. */
export function bySending({ sent_at }: ClaimedTimes, arrival: number): number | null {
  return sent_at == null ? null : arrival - sent_at;
}
