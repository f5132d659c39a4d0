import type { AsyncStorage } from '../native-modules.ts';
import { getMany } from './async-storage-keys.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** Values are read in pieces: Android reads a row through a window of 2 MB, and every value crosses a bridge. */
export const KEYS_PER_READ = 10;

/**
 * The values of some rows, in the order of their ids: null for one that is not there, `''` for one that is lost, and
 * undefined for one that may be readable later.
 *
 * @param prefix what the rows' keys begin with
 * @throws what the storage failed with, if it fails as a whole
 */
export async function readRows(
  storage: AsyncStorage,
  prefix: string,
  ids: readonly string[],
  unreadable: UnreadableRows,
): Promise<(string | null | undefined)[]> {
  const keys = ids.map((id) => prefix + id);
  try {
    const records = await getMany(storage, keys);
    await unreadable.forget(ids);
    return records;
  } catch {
    // One by one, to find out whether the storage fails or a single row.
    const outcomes = await Promise.allSettled(keys.map((key) => storage.getItem(key)));
    // A storage that works says of a key that does not exist that there is none.
    if (outcomes.every(({ status }) => status === 'rejected')) await storage.getItem(`${keys[0]}.none`);
    return Promise.all(
      outcomes.map(async (outcome, at) => {
        const id = ids[at] ?? '';
        if (outcome.status === 'rejected')
          return (await unreadable.isLost(id, outcome.reason)) ? '' : undefined;
        await unreadable.forget([id]);
        return outcome.value;
      }),
    );
  }
}
