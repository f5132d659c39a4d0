import type { Lifecycle } from '../platform.ts';

/** The life of a web page, which can be put aside, shown again and left at any moment. */
export const pageLifecycle: Lifecycle = {
  onBackground: (listener) => onVisibility('hidden', listener),
  onForeground: (listener) => onVisibility('visible', listener),
  onLeave(listener) {
    const stop = onVisibility('hidden', listener);
    // Some browsers unload a page without hiding it first.
    addEventListener('pagehide', listener);
    return () => {
      stop();
      removeEventListener('pagehide', listener);
    };
  },
  onOnline(listener) {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      // Its timers stood still while it was in the back-forward cache.
      if (persisted) listener();
    };
    addEventListener('online', listener);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('pageshow', onShow);
    };
  },
};

function onVisibility(state: DocumentVisibilityState, listener: () => void): () => void {
  // A worker is never hidden.
  if (typeof document === 'undefined') return () => {};
  const onChange = () => {
    if (document.visibilityState === state) listener();
  };
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
