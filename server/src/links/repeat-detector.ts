/** Remembers for seconds who followed which link, so that a double tap is told from a second interest. */
export interface RepeatDetector {
  /**
   * The click that a visit repeats, else null; then the visit is remembered under its own click.
   *
   * @param visitor anything that tells visitors of a link apart; it is held for seconds and never stored.
   * @param now Unix ms.
   */
  originalOf(visitor: string, clickId: string, now: number): string | null;
}

const WITHIN_MS = 2000;
const MAX_REMEMBERED = 100_000;

export function createRepeatDetector(): RepeatDetector {
  // Oldest first: what is too old is found at the front.
  const visits = new Map<string, { clickId: string; at: number }>();

  function forgetOld(now: number): void {
    for (const [visitor, { at }] of visits) {
      if (at > now - WITHIN_MS && visits.size < MAX_REMEMBERED) return;
      visits.delete(visitor);
    }
  }

  return {
    originalOf(visitor, clickId, now) {
      forgetOld(now);
      const earlier = visits.get(visitor);
      if (earlier) return earlier.clickId;
      visits.set(visitor, { clickId, at: now });
      return null;
    },
  };
}
