import { getRandomValues } from 'node:crypto';
import { createAsyncStorageQueues } from '../platform/react-native/async-storage/async-storage-event-store.ts';
import type { AsyncStorage } from '../platform/react-native/native-modules.ts';

export const randomBytes = (count: number) => getRandomValues(new Uint8Array(count));
export const openQueue = (storage: AsyncStorage, name = 'q') =>
  createAsyncStorageQueues(storage, randomBytes)(name);
export const recordsOf = (events: { record: string }[]) => events.map(({ record }) => record);
export const numbered = (count: number) => Array.from({ length: count }, (_, at) => `record-${at}`);

/** A queue with these records. */
export async function queueOf(storage: AsyncStorage, records: string[]) {
  const store = await openQueue(storage);
  for (const record of records) await store.append(record);
  return store;
}
