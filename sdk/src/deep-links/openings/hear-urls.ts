import type { Engine } from '../../engine/engine.ts';
import { parseDeepLink } from '../../parsing/parse-deep-link.ts';
import { createRecentUrls } from './recent-urls.ts';

/** More than an app has links before it asks for them. */
const MOST_UNASKED = 20;

/** A URL that has opened the app. */
export interface Heard {
  url: string;
  /** Whether `handleDeepLink` has recorded the re-engagement. */
  isTracked: boolean;
}

/** Takes in URLs, each opening once; what comes before anybody asks for it waits. */
export function createHearing(engine: () => Engine | undefined, open: (heard: Heard) => void) {
  const recent = createRecentUrls();
  let unasked: Heard[] = [];
  let isAsked = false;
  return {
    /** Returns whether it is another opening. @param isTracked whether its re-engagement is, if it has a click id */
    hear(url: string, isTracked = false): boolean {
      if (!recent.isNew(url, engine()?.platform.clock.monotonic() ?? 0)) return false;
      const heard = { url, isTracked: isTracked && !!parseDeepLink(url).clickId };
      if (isAsked) open(heard);
      else unasked = [...unasked, heard].slice(-MOST_UNASKED);
      return true;
    },
    ask(): void {
      isAsked = true;
      unasked.splice(0).forEach(open);
    },
    forget: recent.forget,
  };
}
