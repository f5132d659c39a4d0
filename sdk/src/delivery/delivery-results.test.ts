import { beforeEach, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { readDeadLetters, trackAndFlush } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';
import type { IngestResultItem } from '../wire/ingest-response.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test('each event of a mixed answer is handled by its own result', async () => {
  device.network = 'none';
  const client = await trackAndFlush(device, 4);
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
  expect(await readDeadLetters(device)).toMatchObject([
    { reason: 'VALIDATION_ERROR: why', event: { custom_event_name: 'event_1' } },
  ]);
  await client.close();
  await device.start().flush();
  expect(service.ingestRequests()).toHaveLength(2);
});

test.each([
  ['some of the events', 2],
  ['any event', 0],
])('an answer without a result for %s leaves none of those out', async (_name, answered) => {
  device.network = 'none';
  const client = await trackAndFlush(device, 4);
  device.network = 'wifi';
  service.refuse = (events) => {
    service.refuse = () => undefined;
    const results = events
      .slice(0, answered)
      .map(({ event_id }) => ({ event_id, status: 'accepted', server_timestamp: device.now }));
    return { status: 200, body: JSON.stringify({ results, batch_size: events.length }) };
  };
  await client.flush();
  const names = ['event_1', 'event_2', 'event_3', 'event_4'];
  expect(service.acceptedNames()).toEqual(names.slice(answered));
  expect(await client.stats()).toMatchObject({ queued: 0, sent: 4 });
});

test.each(['QUOTA_EXCEEDED', 'FEATURE_NOT_AVAILABLE'] as const)(
  'a %s ends sending for the session and keeps every event for a later one',
  async (code) => {
    service.judge = () => ({ status: 'rejected', code });
    const client = await trackAndFlush(device, 3);
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
