/** As long as an app may need from the system's word to its own; a later tap on the same link is another. */
const SAME_MS = 60_000;

/** Knows which URLs were told of lately: the system and the app may tell of one opening each. */
export function createRecentUrls() {
  let told = new Map<string, number>();
  return {
    /** Whether the URL is told of for the first time. @param now ms on a clock that is never set */
    isNew(url: string, now: number): boolean {
      const before = told.get(url);
      if (before !== undefined && now - before < SAME_MS) return false;
      told.set(url, now);
      return true;
    },
    /** The app was left: what comes then is another opening. */
    forget(): void {
      told = new Map();
    },
  };
}
