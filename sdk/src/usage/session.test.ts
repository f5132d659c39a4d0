import { beforeEach, describe, expect, test } from 'vitest';
import { queueName } from '../storage/queue-name.ts';
import type { Device } from '../testing/controlled-device.ts';
import { MINUTE_MS, runApp } from '../testing/run-app.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service } from '../testing/start-service.ts';
import { SESSION_GAP_MS } from './create-usage.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
  device.isInteractive = true;
});

const accepted = () => [...service.accepted.values()];
const named = (name: string) => accepted().filter(({ event_type }) => event_type === name);

describe('a session', () => {
  const sessions = () =>
    accepted()
      .filter(({ event_type }) => event_type.startsWith('session'))
      .map(({ event_type, timestamp, event_properties }) => [
        event_type,
        timestamp,
        event_properties?.duration_ms,
      ]);

  test.each([
    ['1 ms less than half an hour', SESSION_GAP_MS - 1, false],
    ['half an hour', SESSION_GAP_MS, true],
    ['a day', 24 * 60 * MINUTE_MS, true],
  ])('after %s without use: another one starts: %s', async (_name, gap, starts) => {
    const first = device.now;
    await runApp(device, 5);
    const left = device.now;
    device.advance(gap);
    const second = device.now;
    await runApp(device, 1);
    expect(sessions()).toEqual([
      ['session_start', first, undefined],
      ...(starts
        ? [
            ['session_end', left, 5 * MINUTE_MS],
            ['session_start', second, undefined],
          ]
        : []),
    ]);
  });

  test('ends with the last use, however often the app went to the background', async () => {
    const client = device.start();
    await client.flush();
    for (let at = 0; at < 3; at++) {
      device.advance(10 * MINUTE_MS);
      device.background();
      device.advance(10 * MINUTE_MS);
      device.foreground();
      await client.flush();
    }
    device.background();
    const left = device.now;
    device.advance(SESSION_GAP_MS);
    device.foreground();
    await client.flush();
    const [start, end, next] = sessions();
    expect(start?.[0]).toBe('session_start');
    expect(end).toEqual(['session_end', left, 60 * MINUTE_MS]);
    expect(next).toEqual(['session_start', device.now, undefined]);
    // How long ago it ended, by the clock that is never adjusted.
    expect(named('session_end')[0]?.age_ms).toBe(SESSION_GAP_MS);
  });

  test('whose process is killed ends with the last interval of its use', async () => {
    const killed = device.start();
    await killed.flush();
    device.advance(MINUTE_MS);
    const noted = device.now;
    device.tick();
    await killed.flush();
    device.advance(SESSION_GAP_MS);
    await runApp(device);
    expect(sessions()[1]).toEqual(['session_end', noted, MINUTE_MS]);
  });

  test('is not harmed by a clock that is set back', async () => {
    await runApp(device, 5);
    device.now -= 24 * 60 * MINUTE_MS;
    const { now } = device;
    await runApp(device, 5);
    expect(sessions().slice(1)).toEqual([
      ['session_end', now, 5 * MINUTE_MS],
      ['session_start', now, undefined],
    ]);
  });

  test.each([
    ['torn', '{"startedAt":1'],
    ['of other types', '{"startedAt":"1","lastAt":null}'],
  ])('that is stored %s counts as none', async (_name, stored) => {
    const client = device.start({ trackingEnabled: false });
    await client.close();
    const { values } = device.platform().storage;
    await values.set(`${queueName(API_KEY)}.session`, stored);
    await runApp(device);
    expect(sessions()).toHaveLength(1);
  });

  test('that the app tracks itself takes its place', async () => {
    const client = device.start({ autoInstall: false });
    client.trackEvent('session_start', { own: true });
    await client.flush();
    expect(accepted()).toEqual([expect.objectContaining({ event_properties: { own: true } })]);
  });

  test('starts when the user allows tracking again', async () => {
    const client = device.start({ autoInstall: false });
    await client.flush();
    await client.disableTracking();
    device.advance(SESSION_GAP_MS);
    await client.enableTracking();
    await client.flush();
    expect(sessions().map(([name]) => name)).toEqual(['session_start', 'session_end', 'session_start']);
  });

  test('starts when the user allows tracking again, who has objected while the last one was read', async () => {
    const { storage } = device.platform();
    const reading = Promise.withResolvers<void>();
    const mayRead = Promise.withResolvers<void>();
    const get = async (key: string) => {
      if (key.endsWith('.session')) {
        reading.resolve();
        await mayRead.promise;
      }
      return storage.values.get(key);
    };
    device.storage = { ...storage, values: { ...storage.values, get } };
    const client = device.start({ autoInstall: false });
    await reading.promise;
    await client.disableTracking();
    mayRead.resolve();
    await client.flush();
    await client.enableTracking();
    await client.flush();
    expect(sessions().map(([name]) => name)).toEqual(['session_start']);
  });

  test('is not tracked with autoSessions: false', async () => {
    await runApp(device, 1, { autoSessions: false });
    expect(sessions()).toEqual([]);
  });
});
