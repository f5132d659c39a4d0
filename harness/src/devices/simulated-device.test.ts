import { readdir, readlink } from 'node:fs/promises';
import { randomFor } from '@tributary/server/testing/random';
import { expect, test } from 'vitest';
import { createFakeService } from '../fake-service/fake-service.ts';
import type { Condition } from '../network/conditions.ts';
import { createTransport } from '../network/request-transport.ts';
import { createVirtualTime } from '../network/virtual-time.ts';
import { PROFILES, type ProfileName } from './profiles.ts';
import { createSimulatedDevice } from './simulated-device.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);

/** Devices of one profile that send to one service, in virtual time. */
function setUp(profile: ProfileName = 'phone', count = 1, disk = PROFILES[profile].disk) {
  const time = createVirtualTime();
  const trueTime = () => START + time.now();
  const service = createFakeService({ clock: trueTime });
  const app = service.createApp();
  const conditions: Condition[] = [];
  const devices = Array.from({ length: count }, (_, at) =>
    createSimulatedDevice({
      time,
      trueTime,
      profile: { ...PROFILES[profile], disk },
      conditions: () => conditions,
      random: randomFor(1, 'device', at),
      transport: createTransport(time, service.fetch),
      address: `10.0.${at >> 8}.${at & 255}`,
      apiKey: app.apiKey,
      ingestEndpoint: 'https://service.test/v1/ingest',
    }),
  );
  const [device] = devices;
  if (!device) throw new Error('there are no devices');
  const numbers = () => service.events().map(({ event }) => event.event_properties?.harness_number);
  return { time, service, conditions, devices, device, numbers };
}

test.each(Object.keys(PROFILES) as ProfileName[])('a %s delivers what it tracks, once', async (profile) => {
  const { time, device, numbers } = setUp(profile);
  device.start();
  for (let at = 1; at <= 20; at++) device.track('level_up', { at });
  device.background();
  await time.run(120 * MINUTE);
  const expected = profile === 'opted-out' ? [] : Array.from({ length: 20 }, (_, at) => at + 1);
  expect(numbers().sort((a, b) => Number(a) - Number(b))).toEqual(expected);
  expect(device.ledger.events.every(({ isPromised }) => isPromised)).toBe(true);
  await device.remove();
});

test('hundreds of devices share one process', async () => {
  const { time, devices, service } = setUp('phone', 300);
  for (const device of devices) {
    device.start();
    device.track('open');
  }
  await time.run(MINUTE);
  expect(service.events().length).toBe(300);
});

test('the wall clock may jump while the monotonic clock goes on', async () => {
  const { time, service, device, conditions } = setUp();
  conditions.push({ kind: 'offline' });
  device.start();
  await time.run(MINUTE);
  device.track('open');
  await time.run(2 * MINUTE);
  device.clock.set(-700 * 24 * 60 * MINUTE);
  await time.run(5 * MINUTE);
  conditions.pop();
  await time.run(7 * MINUTE);
  const [{ occurredAt } = { occurredAt: 0 }] = service.events();
  expect(Math.abs(occurredAt - START - MINUTE)).toBeLessThan(1000);
});

test('a process that dies at an await keeps what it has promised, and nothing of it resolves later', async () => {
  for (let steps = 0; steps < 40; steps++) {
    const { time, device, numbers } = setUp();
    device.dieAfter(steps, steps % 2 ? 'before' : 'after');
    device.start();
    for (let at = 0; at < 3; at++) device.track('level_up');
    await time.run(MINUTE);
    const promised = device.ledger.events.filter(({ isPromised }) => isPromised).map(({ number }) => number);
    device.start();
    await time.run(3 * MINUTE);
    expect(numbers()).toEqual(expect.arrayContaining(promised));
  }
});

/** The files of devices that this process has open; of a file that was removed, too. */
async function openFiles(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd');
  const paths = await Promise.all(
    handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')),
  );
  return paths.filter((path) => path.includes('tributary-device-'));
}

test.skipIf(process.platform !== 'linux')('a process that has died has no file open', async () => {
  const { time, device, conditions } = setUp('phone', 1, 'files');
  const before = await openFiles();
  conditions.push({ kind: 'offline' });
  for (let death = 1; death <= 10; death++) {
    device.start();
    device.track('level_up');
    await time.run(death * MINUTE);
    expect((await openFiles()).length).toBe(before.length + 1);
    device.kill();
    await time.run(death * MINUTE + 1);
  }
  expect(await openFiles()).toEqual(before);
  await device.remove();
});
