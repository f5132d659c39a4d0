import type { Lifecycle } from '../platform.ts';
import { listen } from './listen.ts';

/** The life of a web page, which can be put aside, shown again and left at any moment. */
export const pageLifecycle: Lifecycle = {
  onBackground: (listener) => onVisibility('hidden', listener),
  onForeground: (listener) => onVisibility('visible', listener),
  // Some browsers unload a page without hiding it first.
  onLeave: (listener) => both(onVisibility('hidden', listener), listen(globalThis, 'pagehide', listener)),
  onOnline(listener) {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      // Its timers stood still while it was in the back-forward cache.
      if (persisted) listener();
    };
    return both(listen(globalThis, 'online', listener), listen(globalThis, 'pageshow', onShow));
  },
};

const both = (first: () => void, second: () => void) => () => {
  first();
  second();
};

function onVisibility(state: DocumentVisibilityState, listener: () => void): () => void {
  // A worker is never hidden.
  if (typeof document === 'undefined') return () => {};
  return listen(document, 'visibilitychange', () => {
    if (document.visibilityState === state) listener();
  });
}
