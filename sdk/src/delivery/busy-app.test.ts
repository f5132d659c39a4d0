import { expect, test } from 'vitest';
import { setUpDevice } from '../testing/set-up-device.ts';

test('flush() ends beside an app that tracks all the time, which goes out with later ones', async () => {
  const { service, device } = await setUpDevice();
  const client = device.start({ batchSize: 5 });
  await client.flush();
  let tracked = 0;
  let isBusy = true;
  // Each answer finds new events in the queue.
  service.judge = () => {
    if (isBusy) for (let at = 0; at < 2; at++) void client.trackEvent(`event_${tracked++}`);
    return {};
  };
  await client.trackEvent('first');
  await client.flush();
  const sent = service.accepted.size;
  isBusy = false;
  await client.flush();
  expect(sent).toBeGreaterThan(0);
  expect(service.accepted.size).toBe(tracked + 1);
}, 20_000);

test.each(['network', 'batteryPercent', 'device'] as const)(
  'flush() ends where %s() never answers',
  async (asked) => {
    const { service, device } = await setUpDevice();
    const platform = device.platform();
    device.platform = () => ({ ...platform, [asked]: () => new Promise<never>(() => {}) });
    const client = device.start();
    void client.trackEvent('open');
    const flushed = client.flush();
    const timer = setInterval(() => device.passDeadlines(), 300);
    await flushed;
    clearInterval(timer);
    expect(service.acceptedNames()).toEqual(['open']);
  },
);
