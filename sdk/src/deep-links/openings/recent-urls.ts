/** As long as an app may need from the system's word to its own; a later tap on the same link is another. */
const SAME_MS = 60_000;

/** Knows which URLs were told of lately: the system and the app may tell of one opening each. */
export function createRecentUrls<Told>() {
  let known = new Map<string, { at: number; told: Told }>();
  return {
    /** What was noted of the URL before, or else what is given. @param now ms on a clock that is never set */
    note(url: string, given: Told, now: number): Told {
      const before = known.get(url);
      if (before && now - before.at < SAME_MS) return before.told;
      known.set(url, { at: now, told: given });
      return given;
    },
    /** The app was left: what comes then is another opening. */
    forget(): void {
      known = new Map();
    },
  };
}
