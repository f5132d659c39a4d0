import { MAX_SIGNATURE_AGE_MS } from '@tributary/sdk/wire/limits';

/** What an event says of its times. */
export interface ClaimedTimes {
  /** Unix ms, the device's clock. */
  readonly timestamp: number;
  /** Unix ms. */
  readonly sent_at?: number | null | undefined;
  readonly age_ms?: number | null | undefined;
}

/**
 * What must be added to a time of the device's own clock to have it on the server's, in ms; null where nothing tells.
 * An event may have both its age and the time that it was sent, and these may contradict each other: an SDK whose clock
 * is so far off that its events are refused signs them with the server's time. Then nobody can say which clock it was.
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

/** The correction of the clock that it was signed by. */
export function bySending({ sent_at }: ClaimedTimes, arrival: number): number | null {
  return sent_at == null ? null : arrival - sent_at;
}
