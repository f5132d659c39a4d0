import type { Platform } from '@tributary/sdk/core';

/** The lifecycle of one process. */
export function createListeners(): { lifecycle: Platform['lifecycle']; background(): void } {
  const leaving = new Set<() => void>();
  const hiding = new Set<() => void>();
  const listen = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    lifecycle: { onBackground: listen(hiding), onLeave: listen(leaving) },
    background() {
      for (const listener of [...leaving, ...hiding]) listener();
    },
  };
}
