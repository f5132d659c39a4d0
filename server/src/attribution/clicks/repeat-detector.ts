/** Remembers for a few seconds who followed which link, to distinguish a double tap from a second visit. */
export interface RepeatDetector {
  /**
   * The click that a visit repeats, or null; then the visit is remembered under its own click.
   *
   * @param visitor anything that distinguishes the visitors of a link; it is held for seconds and never stored.
   * @param now Unix ms.
   */
  originalOf(visitor: string, clickId: string, now: number): string | null;
}

interface Visit {
  readonly clickId: string;
  readonly at: number;
}

const WITHIN_MS = 2000;
/** With more visits than this within two seconds, some repeats count as separate clicks. */
const MAX_REMEMBERED = 50_000;

/** A detector that remembers the visitors of this process alone, at most so many that its memory is bounded. */
export function createRepeatDetector(): RepeatDetector {
  // Two generations, so that expiry costs nothing per visit.
  let young = new Map<string, Visit>();
  let old = new Map<string, Visit>();
  let bornAt = 0;

  return {
    originalOf(visitor, clickId, now) {
      if (now - bornAt > WITHIN_MS || young.size >= MAX_REMEMBERED) {
        old = young;
        young = new Map();
        bornAt = now;
      }
      const earlier = young.get(visitor) ?? old.get(visitor);
      if (earlier && now - earlier.at <= WITHIN_MS) return earlier.clickId;
      young.set(visitor, { clickId, at: now });
      return null;
    },
  };
}
