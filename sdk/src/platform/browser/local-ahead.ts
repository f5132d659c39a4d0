import type { WriteAhead } from '../../tracking/write-ahead.ts';
import { ifPossible } from './if-possible.ts';

/** More would have to wait in memory, which holds no more either. */
const MAX_ENTRIES = 1000;

/** Events in localStorage, one key each, until they are in the queue; does nothing where the browser forbids it. */
export function createLocalAhead(name: string): WriteAhead {
  const prefix = `tributary.${name}.ahead.`;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  return {
    put(id, text) {
      ifPossible(() => {
        if (keys().length < MAX_ENTRIES) localStorage.setItem(prefix + id, text);
      });
    },
    remove(id) {
      ifPossible(() => localStorage.removeItem(prefix + id));
    },
    all: () =>
      ifPossible(() =>
        keys()
          .sort()
          .map((key) => ({ id: key.slice(prefix.length), text: localStorage.getItem(key) ?? '' })),
      ) ?? [],
  };
}
