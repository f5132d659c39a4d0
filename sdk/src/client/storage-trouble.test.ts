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
  device.storage = disk.storage();
});

/** Some ms later, with what was due by then. */
async function pass(ms: number): Promise<void> {
  device.advance(ms);
  device.tick();
  await new Promise((resolve) => setTimeout(resolve, 50));
}

test('a storage that hangs at the start is used again two seconds after its deadline, by itself', async () => {
  disk.mode = 'hangs';
  const client = device.start();
  await expect.poll(() => disk.operations).toBeGreaterThan(1);
  device.advance(5000);
  device.passDeadlines();
  disk.mode = 'works';
  await client.trackEvent('open');
  expect((await client.stats()).storage).toMatchObject({ works: false, inMemory: 1 });
  await expect.poll(() => [...device.intervals.values()]).toContain(2000);
  await pass(2000);
  await pass(2000);
  await expect.poll(() => service.acceptedNames()).toEqual(['open']);
  await expect.poll(() => client.stats()).toMatchObject({ queued: 0, storage: { works: true, inMemory: 0 } });
});

describe('a value that can never be read', () => {
  /** Reads of that value fail, whatever happens. */
  function damage(key: string): void {
    const storage = disk.storage();
    const get = async (name: string) => {
      if (name === key) throw new Error('EISDIR');
      return storage.values.get(name);
    };
    device.storage = { ...storage, values: { ...storage.values, get } };
  }

  test.each(['user-id', 'push-token', 'consent'])('%s does not keep events from being sent', async (key) => {
    damage(key);
    device.isInteractive = true;
    const client = device.start({ autoSessions: false });
    await client.trackEvent('open');
    await expect.poll(() => [...device.intervals.values()]).toContain(2000);
    await pass(2000);
    await pass(2000);
    await expect.poll(() => service.acceptedNames().sort()).toEqual(['install', 'open']);
    expect((await client.stats()).storage).toMatchObject({
      works: false,
      error: `${key}: Error: EISDIR`,
    });
  });

  test.each(['tracking-disabled', 'forgotten'])(
    'the choice (%s) holds events, which stats() counts and explains',
    async (key) => {
      damage(key);
      const client = device.start();
      for (const name of ['one', 'two']) await client.trackEvent(name);
      await pass(2000);
      await client.flush();
      expect(service.requests).toEqual([]);
      expect(await client.stats()).toMatchObject({
        queued: 2,
        dropped: {},
        storage: { works: false, inMemory: 2, error: expect.stringMatching(/EISDIR/) },
      });
    },
  );
});
