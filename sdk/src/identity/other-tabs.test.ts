import { beforeEach, describe, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { type ControlledDisk, createControlledDisk } from '../testing/controlled-store.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;
let disk: ControlledDisk;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
  disk = createControlledDisk();
  const storage = disk.storage();
  const peek = (key: string) => disk.values.get(key) ?? null;
  device.storage = { ...storage, values: { ...storage.values, peek } };
});

describe('where another tab can be seen at once', () => {
  test('the user whom it has reset is no longer named', async () => {
    const one = device.start();
    await one.identify('u-1');
    const other = device.start();
    await other.trackEvent('open');
    await one.reset();
    await other.trackEvent('close');
    await other.flush();
    expect([...service.accepted.values()].map(({ user_id }) => user_id)).toEqual(['u-1', 'u-1', undefined]);
  });

  test('a choice stays what it is for a page whose storage is emptied', async () => {
    const client = device.start();
    await client.disableTracking();
    disk.values.clear();
    await client.trackEvent('open');
    await client.flush();
    expect(service.accepted.size).toBe(0);
  });
});
