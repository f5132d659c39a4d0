import type { WriteAhead } from '../../tracking/write-ahead.ts';

/** More would have to wait in memory, which holds no more either. */
const MAX_ENTRIES = 1000;

/** Events in localStorage, one key each, until they are in the queue; does nothing where the browser forbids it. */
export function createLocalAhead(name: string): WriteAhead {
  const prefix = `tributary.${name}.ahead.`;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  let count = orElse(0, () => keys().length);
  return {
    put(id, text) {
      if (count >= MAX_ENTRIES) return;
      orElse(undefined, () => {
        localStorage.setItem(prefix + id, text);
        count++;
      });
    },
    remove(id) {
      orElse(undefined, () => {
        if (localStorage.getItem(prefix + id) === null) return;
        localStorage.removeItem(prefix + id);
        count--;
      });
    },
    all: () =>
      orElse([], () =>
        keys()
          .sort()
          .map((key) => ({ id: key.slice(prefix.length), text: localStorage.getItem(key) ?? '' })),
      ),
  };
}

/** Access may throw, and so does writing when there is no space. */
function orElse<Result>(otherwise: Result, run: () => Result): Result {
  try {
    return run();
  } catch {
    return otherwise;
  }
}
