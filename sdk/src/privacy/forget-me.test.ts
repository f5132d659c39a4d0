import { beforeEach, describe, expect, test } from 'vitest';
import { queueName } from '../storage/queue-name.ts';
import type { Device } from '../testing/controlled-device.ts';
import { createControlledDisk } from '../testing/controlled-store.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, isSigned, type Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;
beforeEach(async () => {
  ({ service, device } = await setUpDevice());
  service.next.forget = [{ status: 202, body: '{"receipt_id":"r"}' }];
});

const asked = () =>
  service.requestsTo('forget').map(({ raw }) => JSON.parse(raw.toString()) as Record<string, unknown>);

/** An app of which events are known, and others still queued. */
async function usedApp() {
  const client = device.start();
  await client.identify('u-1');
  await client.flush();
  device.network = 'none';
  await client.trackEvent('waiting');
  return client;
}

describe('forgetMe', () => {
  test('purges the queue and asks the service, signed as an event is', async () => {
    const client = await usedApp();
    device.network = 'wifi';
    const installation_id = await client.installationId();
    await client.forgetMe();
    expect(asked()).toEqual([
      {
        app_id: 'a',
        customer_id: 'c',
        installation_id,
        purpose: 'forget',
        sent_at: expect.any(Number),
        signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(isSigned(asked()[0] ?? {})).toBe(true);
    expect(await client.stats()).toMatchObject({ queued: 0 });
    expect(service.acceptedNames()).toEqual(['identify']);
  });

  test('ends tracking for good, also after enableTracking, a restart and another user', async () => {
    const client = await usedApp();
    device.network = 'wifi';
    await client.forgetMe();
    await client.enableTracking();
    await client.trackEvent('later');
    await client.close();
    const again = device.start({ trackingEnabled: true });
    await again.enableTracking();
    await again.identify('u-2');
    await again.flush();
    expect(service.acceptedNames()).toEqual(['identify']);
    expect(await again.stats()).toMatchObject({ queued: 0, sent: 0 });
    expect(asked()).toHaveLength(1);
  });

  test('asks until it is answered, over restarts, each time signed anew', async () => {
    service.next.forget = [{ status: 500 }, { status: 401 }, { status: 202 }];
    const client = await usedApp();
    device.network = 'wifi';
    await client.forgetMe();
    await client.close();
    const again = device.start();
    await expect.poll(() => asked().length).toBe(2);
    await again.flush();
    await again.flush();
    await again.close();
    const last = device.start();
    await last.flush();
    expect(asked()).toHaveLength(3);
    expect(asked().every((request) => isSigned(request))).toBe(true);
  });

  test('on a device whose clock is off is signed with the time of the service, once it has said so', async () => {
    const server_timestamp = device.now + 86_400_000;
    service.next.forget = [{ status: 401, body: JSON.stringify({ server_timestamp }) }, { status: 202 }];
    const client = await usedApp();
    device.network = 'wifi';
    await client.forgetMe();
    await client.flush();
    expect(asked()).toHaveLength(2);
    expect(Math.abs(Number(asked()[1]?.sent_at) - server_timestamp)).toBeLessThan(60_000);
    expect(asked().every((request) => isSigned(request))).toBe(true);
  });

  test('asks twice at most, and again later, where the time of the service does not help', async () => {
    const refused = { status: 401, body: JSON.stringify({ server_timestamp: 1 }) };
    service.next.forget = [refused, refused, { status: 202 }];
    const client = await usedApp();
    device.network = 'wifi';
    await client.forgetMe();
    expect(asked()).toHaveLength(2);
    await client.flush();
    expect(asked()).toHaveLength(3);
  });

  test('before init, or of a user who was never tracked, is done once the client starts', async () => {
    const client = device.start({ trackingEnabled: false });
    await client.forgetMe();
    expect(asked()).toMatchObject([{ installation_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    await client.enableTracking();
    await client.trackEvent('later');
    await client.flush();
    expect(service.acceptedNames()).toEqual([]);
  });

  test('leaves nothing of the user in the storage', async () => {
    const client = await usedApp();
    await client.setConsent({ eea: true });
    await client.setPushToken('token-7');
    device.network = 'wifi';
    await client.forgetMe();
    await client.close();
    const { values } = device.platform().storage;
    for (const key of ['user-id', 'push-token', 'consent']) expect(await values.get(key)).toBeUndefined();
    expect(await values.get('forgotten')).toBe('0');
  });

  test('removes what is queued after a restart, if the app ended in between', async () => {
    const client = await usedApp();
    await client.close();
    const { storage } = device.platform();
    const queued = async () => {
      const events = await storage.openEvents(queueName(API_KEY), 1e6, () => {});
      const count = await events.count();
      await events.close();
      return count;
    };
    expect(await queued()).toBe(1);
    // The last that an app has stored which ends right after the call.
    await storage.values.set('forgotten', '1');
    const again = device.start();
    await expect.poll(asked).toHaveLength(1);
    await again.close();
    expect(await queued()).toBe(0);
  });

  test('keeps nothing of the user that is set afterwards', async () => {
    const disk = createControlledDisk();
    device.storage = disk.storage();
    const client = device.start();
    await client.identify('u-1');
    await client.forgetMe();
    await client.identify('u-2');
    await client.setConsent({ eea: true });
    await client.setPushToken('token-8');
    await client.close();
    expect([...disk.values.values()].join()).not.toMatch(/u-2|eea|token-8/);
  });
});
