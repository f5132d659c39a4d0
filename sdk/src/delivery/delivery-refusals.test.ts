import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../client/create-client.ts';
import { queueName } from '../storage/queue-name.ts';
import type { Device } from '../testing/controlled-device.ts';
import { createControlledDisk } from '../testing/controlled-store.ts';
import { trackAndFlush } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { type Answer, API_KEY, type Service } from '../testing/start-service.ts';
import type { DeviceEvent } from '../wire/event.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

const names = (events: DeviceEvent[]) => events.map((event) => event.custom_event_name ?? '');

/** Requests with one of these events are refused as a whole. */
function refuse(bad: string[], answer: Answer) {
  service.refuse = (events) => (names(events).some((name) => bad.includes(name)) ? answer : undefined);
}

/** Tracks `event_1`, … while offline, so that they are sent together. */
async function sendTogether(count: number) {
  device.network = 'none';
  const client = await trackAndFlush(device, count);
  device.network = 'wifi';
  await client.flush();
  return client;
}

describe.each([400, 403])('a %i for a whole request', (status) => {
  test.each([
    ['the first', ['event_1']],
    ['one in the middle', ['event_23']],
    ['the last', ['event_50']],
    ['two neighbours', ['event_25', 'event_26']],
    ['the first seven', ['event_1', 'event_2', 'event_3', 'event_4', 'event_5', 'event_6', 'event_7']],
    ['every fifth', Array.from({ length: 10 }, (_, at) => `event_${at * 5 + 1}`)],
  ])('because of %s of its events costs only that', async (_name, bad) => {
    refuse(bad, { status, body: '<html>forbidden</html>' });
    const client = await sendTogether(60);
    expect(service.accepted.size).toBe(60 - bad.length);
    const letters = await client.deadLetters();
    expect(letters.map(({ event }) => event?.custom_event_name).sort()).toEqual([...bad].sort());
    expect(letters[0]?.reason).toMatch(new RegExp(`^status ${status}`));
    expect(await client.stats()).toMatchObject({
      queued: 0,
      sent: 60 - bad.length,
      dropped: { dead_letter: bad.length },
    });
  });

  test('that every request gets costs no event', async () => {
    service.refuse = () => ({ status });
    const client = await sendTogether(50);
    expect(service.ingestRequests()).toHaveLength(12);
    expect(await client.deadLetters()).toEqual([]);
    await client.flush();
    expect(service.ingestRequests()).toHaveLength(12);
    await client.close();
    service.refuse = () => undefined;
    await device.start().flush();
    expect(service.accepted.size).toBe(50);
  });

  test('with a server error in between is continued at the next flush', async () => {
    refuse(['event_3'], { status });
    const { refuse: refuseBad } = service;
    let requests = 0;
    service.refuse = (events) =>
      ++requests === 3 ? { status: 503, headers: { 'retry-after': '60' } } : refuseBad(events);
    const client = await sendTogether(10);
    device.advance(60_000);
    await client.flush();
    expect(service.accepted.size).toBe(9);
    expect(await client.deadLetters()).toHaveLength(1);
    expect(service.ingestRequests().flatMap(({ events }) => events).length).toBeLessThan(50);
  });

  test('stops being bisected when tracking is disabled', async () => {
    refuse(['event_1'], { status });
    const { refuse: refuseBad } = service;
    device.network = 'none';
    const client = await trackAndFlush(device, 20);
    device.network = 'wifi';
    service.refuse = (events) => {
      void client.disableTracking();
      return refuseBad(events);
    };
    await client.flush();
    expect(service.ingestRequests()).toHaveLength(1);
  });
});

test.each(['FEATURE_NOT_AVAILABLE', 'AUTH_ERROR'])(
  'a 403 with the code %s is about the account, not about an event',
  async (code) => {
    service.refuse = () => ({ status: 403, body: JSON.stringify({ error: 'no', code }) });
    await sendTogether(20);
    expect(service.ingestRequests()).toHaveLength(1);
  },
);

describe('dead letters', () => {
  test('are sent again on request, and are then gone', async () => {
    refuse(['event_2'], { status: 400 });
    const client = await sendTogether(3);
    service.refuse = () => undefined;
    expect(await client.retryDeadLetters()).toBe(1);
    expect(service.acceptedNames().sort()).toEqual(['event_1', 'event_2', 'event_3']);
    expect(await client.deadLetters()).toEqual([]);
    expect(await client.retryDeadLetters()).toBe(0);
  });

  test('that are refused again are dead letters again', async () => {
    service.judge = ({ custom_event_name }) =>
      custom_event_name === 'event_2'
        ? { status: 'rejected', code: 'VALIDATION_ERROR', error: 'event_id is bad' }
        : {};
    const client = await sendTogether(3);
    const [first] = await client.deadLetters();
    expect(first).toMatchObject({ reason: 'VALIDATION_ERROR: event_id is bad', at: device.now });
    expect(await client.retryDeadLetters()).toBe(1);
    expect(await client.deadLetters()).toMatchObject([{ event_id: first?.event_id }]);
    expect(await client.stats()).toMatchObject({ rejected: { VALIDATION_ERROR: 2 } });
  });

  test('have the names of their events, which the log tells too, also of one that is too long to be kept', async () => {
    service.judge = () => ({ status: 'rejected', code: 'VALIDATION_ERROR', error: 'timestamp is bad' });
    const client = device.start();
    client.trackEvent('purchase', { revenue: 1 });
    client.trackEvent('report_built', { text: 'x'.repeat(17 * 1024) });
    await client.flush();
    const [first, second] = await client.deadLetters();
    expect([first, second]).toMatchObject([{ name: 'purchase' }, { name: 'report_built' }]);
    expect(second).not.toHaveProperty('event');
    expect(device.log).toContain(
      `ERROR event report_built (${second?.event_id}) is a dead letter: VALIDATION_ERROR: timestamp is bad`,
    );
  });

  test('that are damaged in storage are ignored', async () => {
    const client = device.start();
    await client.flush();
    const { values } = device.platform().storage;
    await values.set(`${queueName(API_KEY)}.dead-letters`, '[1,null,{"event_id":"x"},{"event_id":5}]');
    expect(await client.deadLetters()).toEqual([]);
    expect(await client.retryDeadLetters()).toBe(0);
  });

  test('are sent on request although they could not be removed from a full disk', async () => {
    const disk = createControlledDisk();
    device.storage = disk.storage();
    const client = device.start();
    await client.trackEvent('bad');
    service.judge = () => ({ status: 'rejected', code: 'VALIDATION_ERROR', error: 'event_id is bad' });
    disk.mode = 'fails to write';
    await client.flush();
    disk.mode = 'works';
    service.judge = () => ({});
    expect(await client.retryDeadLetters()).toBe(1);
    expect(service.acceptedNames()).toEqual(['bad']);
  });

  test('are none before init', async () => {
    const client = createClient(() => device.platform());
    expect(await client.deadLetters()).toEqual([]);
    expect(await client.retryDeadLetters()).toBe(0);
    expect(await client.stats()).toMatchObject({ queued: 0, sent: 0 });
  });
});

describe('a field that the service calls wrong', () => {
  /** As the service does: whatever has a currency is refused for it. */
  function refuseCurrency(also = '') {
    service.judge = (event) =>
      event.currency === undefined
        ? {}
        : { status: 'rejected', code: 'VALIDATION_ERROR', error: `currency must be an ISO 4217 code${also}` };
  }

  test('costs the field and not the event', async () => {
    refuseCurrency();
    const client = device.start();
    client.trackEvent('purchase', { revenue: 5, currency: 'XYZ', sku: 'a' });
    await client.flush();
    const [event] = [...service.accepted.values()];
    expect(event).toMatchObject({ revenue: 5, event_properties: { sku: 'a', currency: 'XYZ' } });
    expect(event).not.toHaveProperty('currency');
    expect(await client.deadLetters()).toEqual([]);
    expect(await client.stats()).toMatchObject({ sent: 1, rejected: {}, dropped: {} });
  });

  test('beside one that is required makes a dead letter', async () => {
    refuseCurrency('; event_id must be text of 8 to 128 characters');
    const client = device.start();
    client.trackEvent('purchase', { revenue: 5, currency: 'XYZ' });
    await client.flush();
    expect(service.accepted.size).toBe(0);
    expect(await client.deadLetters()).toMatchObject([{ event: { currency: 'XYZ' } }]);
  });
});
