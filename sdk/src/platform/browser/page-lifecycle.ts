import type { Lifecycle } from '../platform.ts';
import { listen } from './listen.ts';

/** The life of a web page, which can be put aside, shown again and left at any moment. A worker is never hidden. */
export const pageLifecycle: Lifecycle = {
  onBackground: (listener) => onVisibility('hidden', listener),
  onForeground: (listener) => onVisibility('visible', listener),
  // Some browsers unload a page without hiding it first.
  onLeave: (listener) => both(onVisibility('hidden', listener), listen('pagehide', listener)),
  onOnline(listener) {
    const onShow = (event: Event) => {
      // Its timers stood still while it was in the back-forward cache.
      if ((event as PageTransitionEvent).persisted) listener();
    };
    return both(listen('online', listener), listen('pageshow', onShow));
  },
};

const both = (first: () => void, second: () => void) => () => {
  first();
  second();
};

const onVisibility = (state: DocumentVisibilityState, listener: () => void) =>
  listen('visibilitychange', () => {
    if (document.visibilityState === state) listener();
  });
