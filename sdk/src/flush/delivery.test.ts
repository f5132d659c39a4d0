import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { queueName } from '../client/open-queue.ts';
import { createDevice, type Device } from '../testing/controlled-device.ts';
import { type Answer, API_KEY, type Service, startService } from '../testing/start-service.ts';
import type { IngestResultItem } from '../wire/ingest-response.ts';
import { MAX_BODY_BYTES } from '../wire/limits.ts';
import { SESSION_MS } from './session.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  service = await startService();
  device = await createDevice(service);
  onTestFinished(async () => {
    await device[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });
});

/** So many of the same answer. */
const times = (count: number, answer: Answer) => Array.from({ length: count }, () => answer);

async function trackAndFlush(count = 1, config = {}) {
  const client = device.start(config);
  for (let at = 1; at <= count; at++) client.trackEvent(`event_${at}`);
  await client.flush();
  return client;
}

test.each([
  ['a fault of the service', { status: 500 }],
  ['a timeout', { status: 408 }],
  ['a limit', { status: 429 }],
  ['a portal that answers 200 with a page', { status: 200, body: '<html>log in</html>' }],
])('%s is tried again after 1, 2, 4 and 8 seconds, then left for a later session', async (_name, answer) => {
  service.next.ingest = times(5, answer);
  const client = await trackAndFlush();
  expect(device.pauses).toEqual([1000, 2000, 4000, 8000]);
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(5);

  await client.close();
  const later = device.start();
  await later.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('each try is signed anew, with its own time', async () => {
  service.next.ingest = times(2, { status: 503 });
  await trackAndFlush();
  const sent = service.ingestRequests().map(({ events }) => events[0]);
  expect(sent.map((event) => Number(event?.sent_at) - Number(event?.timestamp))).toEqual([0, 1000, 3000]);
  expect(sent.map((event) => event?.age_ms)).toEqual([0, 1000, 3000]);
  expect(new Set(sent.map((event) => event?.event_id)).size).toBe(1);
  expect(service.accepted.size).toBe(1);
});

test('maxRetryAttempts counts the sends', async () => {
  service.next.ingest = times(9, { status: 500 });
  await trackAndFlush(1, { maxRetryAttempts: 2 });
  expect(service.ingestRequests()).toHaveLength(2);
});

test.each([400, 401, 403, 404, 405, 422])(
  'a %s is not tried again before a later session',
  async (status) => {
    service.next.ingest = [{ status }];
    const client = await trackAndFlush();
    await client.flush();
    expect(service.ingestRequests()).toHaveLength(1);
    expect(device.pauses).toEqual([]);
    await client.close();
    await device.start().flush();
    expect(service.acceptedNames()).toEqual(['event_1']);
  },
);

test('an app that runs on begins another session by itself', async () => {
  service.next.ingest = [{ status: 400 }];
  const client = await trackAndFlush();
  device.advance(SESSION_MS - 1);
  await client.flush();
  expect(service.acceptedNames()).toEqual([]);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
  expect(service.requestsTo('resolve-key')).toHaveLength(2);
});

test('a short Retry-After is waited for', async () => {
  service.next.ingest = [{ status: 429, headers: { 'retry-after': '5' } }];
  await trackAndFlush();
  expect(device.pauses).toEqual([5000]);
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a long Retry-After ends the flush, and nothing is sent before its time', async () => {
  service.next.ingest = [{ status: 429, headers: { 'retry-after': '60' } }];
  const client = await trackAndFlush();
  device.advance(59_999);
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(1);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('no answer at all counts as a fault', async () => {
  const client = device.start();
  await client.flush();
  const { url } = service;
  await service[Symbol.asyncDispose]();
  client.trackEvent('open');
  await client.flush();
  expect(device.pauses).toEqual([1000, 2000, 4000, 8000]);
  expect(url).toBeTruthy();
  service = await startService();
});

test('a batch holds batchSize events', async () => {
  await trackAndFlush(25, { batchSize: 10 });
  const sizes = service.ingestRequests().map(({ events }) => events.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(25);
  expect(Math.max(...sizes)).toBe(10);
});

test('a batch is within the size limit, before and after compression', async () => {
  device.network = 'none';
  const client = device.start();
  for (let at = 0; at < 20; at++) client.trackEvent('big', { text: '\u20ac'.repeat(9000), at });
  await client.flush();
  device.network = 'wifi';
  await client.flush();
  const sizes = service.ingestRequests().map(({ events }) => events.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(20);
  expect(sizes[0]).toBe(9);
  for (const { raw, events } of service.ingestRequests()) {
    expect(Buffer.byteLength(JSON.stringify({ events }))).toBeLessThanOrEqual(MAX_BODY_BYTES);
    expect(raw.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
  }
});

test('an event that no request can hold becomes a dead letter, and the others go', async () => {
  device.network = 'none';
  const client = device.start();
  client.trackEvent('before');
  client.trackEvent('huge', { text: 'x'.repeat(MAX_BODY_BYTES) });
  client.trackEvent('after');
  await client.flush();
  device.network = 'wifi';
  await client.flush();
  expect(service.acceptedNames()).toEqual(['before', 'after']);
  expect(device.log.filter((line) => /ERROR event .* can never be sent/.test(line))).toHaveLength(1);
  expect(await deadLetters()).toMatchObject([{ reason: 'larger than a request may be' }]);
});

test('after a 413 half as many are sent at a time, in a later session, until the queue is empty', async () => {
  device.network = 'none';
  const client = await trackAndFlush(8);
  device.network = 'wifi';
  service.next.ingest = [{ status: 413 }];
  await client.flush();
  await client.flush();
  expect(service.ingestRequests().map(({ events }) => events.length)).toEqual([8]);

  await client.close();
  const later = device.start();
  await later.flush();
  expect(service.ingestRequests().map(({ events }) => events.length)).toEqual([8, 4, 4]);
  expect(service.accepted.size).toBe(8);

  await later.close();
  device.network = 'none';
  await trackAndFlush(6);
  device.network = 'wifi';
  await device.start().flush();
  expect(service.ingestRequests().at(-1)?.events).toHaveLength(6);
});

test('a single event that is a 413 by itself becomes a dead letter', async () => {
  service.next.ingest = [{ status: 413 }];
  const client = await trackAndFlush(1);
  await client.close();
  await device.start().flush();
  expect(service.ingestRequests()).toHaveLength(1);
  expect(await deadLetters()).toMatchObject([{ reason: expect.stringMatching(/^status 413/) }]);
});

test('each event of a mixed answer has its own fate', async () => {
  device.network = 'none';
  const client = await trackAndFlush(4);
  device.network = 'wifi';
  const rejected = (code: IngestResultItem['code']): Partial<IngestResultItem> =>
    code ? { status: 'rejected', code, error: 'why' } : { status: 'rejected' };
  let asked = 0;
  service.judge = ({ custom_event_name }) => {
    if (custom_event_name === 'event_1') return rejected('VALIDATION_ERROR');
    if (custom_event_name === 'event_2') return { status: 'deduplicated' };
    if (custom_event_name === 'event_3' && asked++ === 0) return rejected('INTERNAL_ERROR');
    return {};
  };
  await client.flush();
  expect(
    service.ingestRequests().map(({ events }) => events.map((event) => event.custom_event_name)),
  ).toEqual([['event_1', 'event_2', 'event_3', 'event_4'], ['event_3']]);
  expect(await deadLetters()).toMatchObject([
    { reason: 'VALIDATION_ERROR: why', event: { custom_event_name: 'event_1' } },
  ]);
  await client.close();
  await device.start().flush();
  expect(service.ingestRequests()).toHaveLength(2);
});

test.each(['QUOTA_EXCEEDED', 'FEATURE_NOT_AVAILABLE'] as const)(
  'a %s ends sending for the session and keeps every event for a later one',
  async (code) => {
    service.judge = () => ({ status: 'rejected', code });
    const client = await trackAndFlush(3);
    const sent = service.ingestRequests().length;
    client.trackEvent('one_more');
    await client.flush();
    expect(service.ingestRequests()).toHaveLength(sent);

    await client.close();
    service.judge = () => ({});
    await device.start().flush();
    expect(service.accepted.size).toBe(4);
  },
);

test.each([
  ['slow', -3_600_000],
  ['fast', 3_600_000],
])('a clock that is an hour %s is put right by the first refusal', async (_name, skew) => {
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
  // The device's own time stays what it was; the age tells the service the true one.
  expect(last).toMatchObject({ timestamp: device.now - 7000, sent_at: service.now(), age_ms: 7000 });
});

test('a refusal that the corrected clock does not cure ends sending for the session', async () => {
  service.judge = ({ sent_at = 0 }) => ({
    status: 'rejected',
    code: 'AUTH_ERROR',
    server_timestamp: sent_at + 3_600_000,
  });
  const client = await trackAndFlush();
  client.trackEvent('open');
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(2);
  expect(device.pauses).toEqual([]);
});

test('an event of an earlier boot keeps its age when the clock is put right', async () => {
  device.network = 'none';
  await (await trackAndFlush()).close();
  device.epoch = 'second boot';
  device.monotonic = 5;
  device.now += 90_000;
  device.network = 'wifi';
  service.now = () => device.now + 3_600_000;
  await device.start().flush();
  const [first, second] = service.ingestRequests().map(({ events }) => events[0]);
  expect(first).not.toHaveProperty('age_ms');
  expect(second).toMatchObject({ age_ms: 90_000, sent_at: service.now() });
  expect(service.accepted.size).toBe(1);
});

test('a bad signature waits for the key of the next session', async () => {
  const client = device.start();
  await client.flush();
  service.secret = 'another secret';
  client.trackEvent('open');
  await client.flush();
  client.trackEvent('session_start');
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(1);
  device.advance(SESSION_MS);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['open', 'session_start']);
});

test.each([
  ['without a network', { network: 'none' as const }],
  ['on a mobile network', { network: 'cellular' as const }],
  ['with a low battery', { batteryPercent: 14 }],
])('%s events stay on disk, and go out when that has passed', async (_name, state) => {
  Object.assign(device, state);
  const client = await trackAndFlush();
  expect(service.ingestRequests()).toEqual([]);
  Object.assign(device, { network: 'wifi', batteryPercent: 100 });
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a key that cannot be resolved for the moment is asked for again, with pauses that grow', async () => {
  service.next['resolve-key'] = [{ status: 500 }, { status: 200, body: 'no key' }];
  const client = await trackAndFlush();
  await client.flush();
  expect(service.requestsTo('resolve-key')).toHaveLength(1);
  device.advance(1000);
  await client.flush();
  device.advance(1999);
  await client.flush();
  expect(service.requestsTo('resolve-key')).toHaveLength(2);
  expect(service.ingestRequests()).toEqual([]);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a refused key is not asked for again in the session, and the events wait', async () => {
  service.next['resolve-key'] = [{ status: 401 }];
  const client = await trackAndFlush();
  device.advance(600_000);
  await client.flush();
  expect(service.requests).toHaveLength(1);
  await client.close();
  await device.start().flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test.each([
  ['refused', 401, []],
  ['not to be had for the moment', 503, ['open']],
])('a key that is %s in the next session signs accordingly', async (_name, status, sent) => {
  const client = device.start();
  await client.flush();
  device.advance(SESSION_MS);
  service.next['resolve-key'] = [{ status }];
  client.trackEvent('open');
  await client.flush();
  expect(service.requestsTo('resolve-key')).toHaveLength(2);
  expect(service.acceptedNames()).toEqual(sent);
});

test('a limit on key resolution is respected', async () => {
  service.next['resolve-key'] = [{ status: 429, headers: { 'retry-after': '60' } }];
  const client = await trackAndFlush();
  device.advance(59_999);
  await client.flush();
  expect(service.requests).toHaveLength(1);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a full batch is sent without being asked for', async () => {
  const client = device.start({ batchSize: 3 });
  await client.flush();
  const accepted = received(3);
  for (const name of ['one', 'two']) await client.trackEvent(name);
  expect(service.ingestRequests()).toEqual([]);
  await client.trackEvent('three');
  await accepted;
  expect(service.acceptedNames()).toEqual(['one', 'two', 'three']);
});

test('the interval sends what is there, at the pace of the service', async () => {
  service.config = { flush_interval_ms: 5000 };
  const client = device.start({ flushIntervalMs: 60_000 });
  await client.flush();
  expect([...device.intervals.values()]).toEqual([5000]);
  await client.trackEvent('open');
  const accepted = received(1);
  device.tick();
  await accepted;
  expect([...device.intervals.values()]).toEqual([5000]);
});

test('going to the background sends what is there', async () => {
  const client = device.start();
  await client.flush();
  await client.trackEvent('open');
  const accepted = received(1);
  device.background();
  await accepted;
});

test('what an earlier session left is sent at the start', async () => {
  device.network = 'none';
  await (await trackAndFlush(3)).close();
  device.network = 'wifi';
  const accepted = received(3);
  device.start();
  await accepted;
});

test('a full queue drops the oldest events', async () => {
  device.network = 'none';
  const client = await trackAndFlush(12, { maxOfflineQueueSize: 5 });
  device.network = 'wifi';
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_8', 'event_9', 'event_10', 'event_11', 'event_12']);
});

test('two clients on one storage share the queue, and one sends at a time', async () => {
  device.network = 'none';
  const first = await trackAndFlush(60);
  const second = device.start();
  second.trackEvent('from_the_second');
  await second.flush();
  device.network = 'wifi';
  await Promise.all([first.flush(), second.flush()]);
  expect(service.accepted.size).toBe(61);
  expect(service.ingestRequests().flatMap(({ events }) => events)).toHaveLength(61);
});

test('what is tracked while a flush goes on is sent by the flush that is asked for then', async () => {
  const client = device.start();
  client.trackEvent('first');
  const going = client.flush();
  client.trackEvent('second');
  await Promise.all([going, client.flush()]);
  expect(service.acceptedNames()).toEqual(['first', 'second']);
});

test('closing ends a pause between tries, and the event stays', async () => {
  service.next.ingest = times(5, { status: 500 });
  const client = device.start();
  client.trackEvent('open');
  const flushed = client.flush();
  await client.close();
  await flushed;
  expect(service.ingestRequests().length).toBeLessThan(5);
  service.next.ingest = [];
  await device.start().flush();
  expect(service.acceptedNames()).toEqual(['open']);
});

/** Resolves when the service has accepted so many events. */
function received(count: number): Promise<void> {
  return new Promise((resolve) => {
    const judge = service.judge;
    let seen = 0;
    service.judge = (event) => {
      seen++;
      if (seen === count) setImmediate(resolve);
      return judge(event);
    };
  });
}

async function deadLetters(): Promise<unknown> {
  const { values } = device.platform().storage;
  return JSON.parse((await values.get(`${queueName(API_KEY)}.dead-letters`)) ?? '[]');
}
