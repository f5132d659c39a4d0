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

interface Visit {
  readonly clickId: string;
  readonly at: number;
}

const WITHIN_MS = 2000;
/** Under more visits than this in two seconds, some repeats are taken for clicks of their own. */
const MAX_REMEMBERED = 50_000;

export function createRepeatDetector(): RepeatDetector {
  // Two generations: forgetting one as a whole costs nothing a visit.
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
