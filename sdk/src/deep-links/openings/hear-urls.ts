import type { Engine } from '../../engine/engine.ts';
import { parseDeepLink } from '../../parsing/parse-deep-link.ts';
import { createRecentUrls } from './recent-urls.ts';

/** More than an app has links before it asks for them. */
const MOST_UNASKED = 20;

/** Who tells of a URL: the app itself, or the system, of what the app was started by or of what opens it while it runs. */
export type Teller = 'app' | 'start' | 'running';

/** A URL that has opened the app. */
export interface Heard {
  url: string;
  /** Whether its re-engagement is recorded, if it has a click id. */
  isTracked: boolean;
  /** Whether somebody has just opened it: the system hands out what it starts an app by anew, from its list of recent ones. */
  isTap: boolean;
}

/** Takes in URLs, each opening once; what comes before anybody asks for it waits. */
export function createHearing(engine: () => Engine | undefined, open: (heard: Heard) => void) {
  const recent = createRecentUrls<Heard>();
  let unasked: Heard[] = [];
  let isAsked = false;
  return {
    /** Returns whether the app, which tells of the URL, has to record its re-engagement. */
    hear(url: string, teller: Teller): boolean {
      const isFirst = { url, isTracked: false, isTap: false };
      const heard = recent.note(url, isFirst, engine()?.platform.clock.monotonic() ?? 0);
      const isNew = heard === isFirst;
      const isDue = teller === 'app' && !heard.isTracked;
      if (teller === 'running') heard.isTap = true;
      if (isDue) heard.isTracked = !!parseDeepLink(url).clickId;
      if (isNew && isAsked) open(heard);
      else if (isNew) unasked = [...unasked, heard].slice(-MOST_UNASKED);
      return isDue;
    },
    ask(): void {
      isAsked = true;
      unasked.splice(0).forEach(open);
    },
    forget: recent.forget,
  };
}
