import { beforeEach, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { trackAndFlush } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test.each([
  ['slow', -3_600_000],
  ['fast', 3_600_000],
])('a clock that is an hour %s is corrected after the first rejection', async (_name, skew) => {
  service.now = () => device.now - skew;
  const client = device.start();
  client.trackEvent('open');
  await client.flush();
  client.trackEvent('session_start');
  device.advance(7000);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['open', 'session_start']);
  expect(service.ingestRequests()).toHaveLength(3);
  const last = [...service.accepted.values()].at(-1);
  // The device's timestamp stays as recorded; the age gives the service the true time.
  expect(last).toMatchObject({ timestamp: device.now - 7000, sent_at: service.now(), age_ms: 7000 });
});

test('a clock that is set after it was corrected is corrected again, from the new reading', async () => {
  const truth = device.now;
  const trueNow = () => truth + device.monotonic - 1000;
  service.now = trueNow;
  device.now += 3_600_000;
  const client = await trackAndFlush(device);
  device.now -= 86_400_000;
  client.trackEvent('later');
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1', 'later']);
  expect(service.ingestRequests()).toHaveLength(4);
  const [sent] = service.ingestRequests().at(-1)?.events ?? [];
  expect(sent?.sent_at).toBe(trueNow());
});

test.each([
  ['the user objects', (client: ReturnType<Device['start']>) => void client.disableTracking()],
  ['the network goes', () => (device.network = 'none')],
])('if %s meanwhile, nothing is sent again with the corrected time', async (_name, stop) => {
  service.now = () => device.now + 3_600_000;
  const client = device.start();
  service.judge = () => {
    stop(client);
    return {};
  };
  client.trackEvent('event_1');
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(1);
  device.network = 'wifi';
  service.judge = () => ({});
  await client.enableTracking();
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a rejection that the corrected clock does not fix ends sending for the session', async () => {
  service.judge = ({ sent_at = 0 }) => ({
    status: 'rejected',
    code: 'AUTH_ERROR',
    server_timestamp: sent_at + 3_600_000,
  });
  const client = await trackAndFlush(device);
  client.trackEvent('open');
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(2);
  expect(device.pauses).toEqual([]);
});

test.each([
  ['shorter', 5],
  ['longer', 50_000],
])(
  'an event from an earlier boot keeps its age when the clock is corrected, also if this boot is %s ago',
  async (_name, monotonic) => {
    device.network = 'none';
    await (await trackAndFlush(device)).close();
    device.epoch = 'second boot';
    device.monotonic = monotonic;
    device.now += 90_000;
    device.network = 'wifi';
    service.now = () => device.now + 3_600_000;
    await device.start().flush();
    const [first, second] = service.ingestRequests().map(({ events }) => events[0]);
    expect(first).not.toHaveProperty('age_ms');
    expect(second).toMatchObject({ age_ms: 90_000, sent_at: service.now() });
    expect(service.accepted.size).toBe(1);
  },
);
