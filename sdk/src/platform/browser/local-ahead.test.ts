import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createControlledDisk } from '../../testing/controlled-store.ts';
import { setUpDevice } from '../../testing/set-up-device.ts';
import { createLocalAhead } from './local-ahead.ts';

const MIB = 2 ** 20;

/** As a browser's: its entries are its own members, its methods are not. */
class FakeLocalStorage {
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

let storage: FakeLocalStorage;

beforeEach(() => {
  storage = new FakeLocalStorage();
  vi.stubGlobal('localStorage', storage);
  onTestFinished(() => void vi.unstubAllGlobals());
});

/** Browsers count two bytes for each UTF-16 unit of keys and values. */
const bytesUsed = () => Object.entries(storage).reduce((sum, pair) => sum + 2 * pair.join('').length, 0);

test.each([
  ['a megabyte', undefined, MIB],
  ['what the app allows', MIB / 4, MIB / 4],
])('events take %s of localStorage at most, and the newest are kept', (_name, given, allowed) => {
  const ahead = createLocalAhead('q', given);
  const text = 'x'.repeat(10_000);
  for (let at = 100; at < 300; at++) ahead.put(`e${at}`, text);
  expect(bytesUsed()).toBeLessThanOrEqual(allowed);
  expect(bytesUsed()).toBeGreaterThan(allowed - 25_000);
  const kept = ahead.all().map(({ id }) => id);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => `e${300 - kept.length + at}`));
});

test('beside thousands of keys of the app, few calls look through them', () => {
  for (let at = 0; at < 3000; at++) storage.setItem(`app-${at}`, 'x'.repeat(100));
  const looks = vi.spyOn(Object, 'entries');
  onTestFinished(() => looks.mockRestore());
  const ahead = createLocalAhead('q');
  for (let at = 0; at < 500; at++) {
    ahead.put(`e${at}`, 'x'.repeat(600));
    ahead.remove(`e${at}`);
  }
  expect(looks.mock.calls.filter(([object]) => object === storage).length).toBeLessThanOrEqual(12);
});

test('two tabs together take little more than one may', () => {
  const tabs = [createLocalAhead('q'), createLocalAhead('q')];
  for (let at = 1000; at < 3000; at++) tabs[at % 2]?.put(`e${at}`, 'x'.repeat(600));
  expect(bytesUsed()).toBeLessThanOrEqual(MIB * 1.07);
  expect(bytesUsed()).toBeGreaterThan(MIB * 0.9);
});

test("the app's own entries and those of other queues are left alone", () => {
  storage.setItem('app', 'x'.repeat(MIB));
  createLocalAhead('other').put('e1', 'theirs');
  const ahead = createLocalAhead('q', 1000);
  for (let at = 0; at < 10; at++) ahead.put(`e${at}`, 'x'.repeat(300));
  expect(createLocalAhead('other').all()).toEqual([{ id: 'e1', text: 'theirs' }]);
  expect(Object.keys(storage)).toContain('app');
});

test('maxStorageBytes reaches every place where a platform keeps events', async () => {
  const { device } = await setUpDevice();
  const given: unknown[] = [];
  const disk = createControlledDisk();
  device.storage = {
    ...disk.storage(),
    openEvents: (_name, maxBytes) => {
      given.push(maxBytes);
      return disk.open();
    },
    openAhead: (name, maxBytes) => {
      given.push(maxBytes);
      return createLocalAhead(name, maxBytes);
    },
  };
  await device.start({ maxStorageBytes: 5000 }).trackEvent('open');
  expect(given).toEqual([5000, 5000]);
});
