import type { AsyncStorage } from '../native-modules.ts';
import { removeMany } from './async-storage-keys.ts';

/** Android says so of a row that no read will ever return. */
const NEVER_READABLE = /row too big/i;

/** Remembers which rows could not be read, since most of them can be later: storage may fail for a moment. */
export interface UnreadableRows {
  /** Notes that a row could not be read; returns whether it is lost: never readable, or not in an earlier session either. */
  isLost(id: string, error: unknown): Promise<boolean>;
  /** Forgets rows that have been read or removed. */
  forget(ids: readonly string[]): Promise<void>;
}

/**
 * The rows are remembered in the storage itself, a key each.
 *
 * @param prefix what the keys begin with
 * @param earlier the ids that earlier sessions have noted
 */
export function createUnreadableRows(
  storage: AsyncStorage,
  prefix: string,
  earlier: readonly string[],
): UnreadableRows {
  const fromEarlier = new Set(earlier);
  const noted = new Set(earlier);
  return {
    async isLost(id, error) {
      if (NEVER_READABLE.test(String(error)) || fromEarlier.has(id)) return true;
      if (noted.has(id)) return false;
      // Where it cannot be noted now, a later session is the first to do so.
      await storage.setItem(prefix + id, '').then(
        () => noted.add(id),
        () => undefined,
      );
      return false;
    },
    async forget(ids) {
      const known = ids.filter((id) => noted.has(id));
      if (known.length === 0) return;
      await removeMany(
        storage,
        known.map((id) => prefix + id),
      ).catch(() => undefined);
      for (const id of known) {
        noted.delete(id);
        fromEarlier.delete(id);
      }
    },
  };
}
