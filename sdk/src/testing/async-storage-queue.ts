import { getRandomValues } from 'node:crypto';
import { uuidV7 } from '../ids/uuid.ts';
import { toJson } from '../parsing/to-json.ts';
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

/** What the queue keeps of an event of a shop's app, with what differs from one to the next. */
export const usualRecord = (n: number) =>
  toJson({
    facts: {
      android_id: 'a1b2c3d4e5f60718',
      device_model: 'Pixel 9',
      os_name: 'Android',
      os_version: '16',
      app_version: '2.1.0',
      language: 'en-US',
      time_zone: 'Africa/Lagos',
      screen_resolution: '1080x2424',
      installation_id: '4844c664-1ff2-46eb-b5a5-55c990ce4720',
      user_id: 'user-20817',
      device_fingerprint_components: {
        user_agent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Mobile',
        device_model: 'Pixel 9',
        os_version: '16',
        screen_resolution: '1080x2424',
      },
      currency: 'NGN',
      event_properties: {
        price: (n * 7919) % 100_000,
        sku: `A-${(n * 104_729) % 9973}`,
        screen: ['home', 'list', 'product', 'cart'][n % 4],
        order: getRandomValues(Buffer.alloc(8)).toString('hex'),
      },
      event_type: 'custom',
      custom_event_name: ['view', 'add_to_cart', 'search'][n % 3],
      timestamp: 1_767_225_600_000 + n * 4217,
      event_id: uuidV7(randomBytes, 1_767_225_600_000 + n * 4217),
      sdk_version: 'tributary-ts/1.0.0',
    },
    monotonic: 1000.5 + n * 4217,
    epoch: '2d9c2a3e-5a43-4f0c-a7de-6f5b8e7b1f10',
  });
