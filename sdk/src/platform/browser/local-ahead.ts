import type { WriteAhead } from '../write-ahead.ts';
import { ifPossible } from './if-possible.ts';
import { isPrerendering } from './is-prerendering.ts';

/** What the SDK leaves in localStorage at most, by default. */
const MAX_BYTES = 2 ** 20;

/**
 * Events in localStorage, one key each, until they are in the queue; does nothing where the browser forbids it. Where they
 * would take more than `maxBytes`, the oldest make room: they are in memory still.
 */
export function createLocalAhead(name: string, maxBytes = MAX_BYTES): WriteAhead {
  const prefix = `tributary.${name}.ahead.`;
  const entries = () =>
    Object.entries<string>(localStorage)
      .filter(([key]) => key.startsWith(prefix))
      .sort();
  // What may be added before all keys are looked through: the app may have thousands, and other tabs add as well.
  let room = 0;
  return {
    put(id, text) {
      ifPossible(() => {
        // A page that is loaded ahead of its visitor may never be shown.
        if (isPrerendering()) return;
        const added = prefix + id;
        room -= (added + text).length;
        if (room < 0) {
          // Browsers count two bytes for each UTF-16 unit.
          room = maxBytes / 2;
          for (const [key, stored] of [[added, text], ...entries().reverse()] as const) {
            room -= (key + stored).length;
            if (room < 0) localStorage.removeItem(key);
          }
          room /= 16;
        }
        localStorage.setItem(added, text);
      });
    },
    remove: (id) => ifPossible(() => localStorage.removeItem(prefix + id)),
    all: () =>
      ifPossible(() => entries().map(([key, text]) => ({ id: key.slice(prefix.length), text }))) ?? [],
  };
}
