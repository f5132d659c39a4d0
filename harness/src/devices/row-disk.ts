import { createReactNativePlatform } from '@tributary/sdk/react-native';
import { createFakeDisk } from '@tributary/sdk/testing/fake-async-storage';
import type { SimulatedDisk } from './simulated-disk.ts';

/** A phone's disk behind AsyncStorage, in memory: each event is a row, which is written as a whole or not at all. */
export function createRowDisk(): SimulatedDisk {
  const disk = createFakeDisk();
  return {
    open() {
      // Its log of calls would grow with every call of a long simulation.
      disk.calls.length = 0;
      return createReactNativePlatform({ modules: { asyncStorage: disk.storage() } }).storage;
    },
    async tear() {},
    async damage() {
      const keys = [...disk.values.keys()].filter((key) => key.startsWith('tributary.queue.'));
      disk.unreadable.add(keys.at(-1) ?? '');
    },
    async remove() {},
  };
}
