import { beforeEach, describe, expect, test } from 'vitest';
import { SESSION_MS } from '../config/session-ms.ts';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Answer, Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
  device.isShortLived = true;
});

/** A page that tracks an event and is left once it is sent, if it can be. */
async function visit(name: string): Promise<void> {
  const page = device.start();
  await page.trackEvent(name);
  await page.flush();
  await page.close();
}

const asked = () => service.requestsTo('resolve-key').length;

describe('the key of a page', () => {
  test('is resolved once a session, of which each page load is a part', async () => {
    for (let at = 0; at < 32; at++) await visit(`page_${at}`);
    expect(asked()).toBe(1);
    device.advance(SESSION_MS - 1);
    await visit('last');
    expect(asked()).toBe(1);
    device.advance(1);
    await visit('next');
    await visit('next too');
    expect(asked()).toBe(2);
    expect(service.acceptedNames()).toHaveLength(35);
  });

  test('is resolved by one of the pages that are open for longer', async () => {
    const first = device.start();
    await first.flush();
    const second = device.start();
    await second.flush();
    device.advance(SESSION_MS);
    service.config = { batch_size: 2, overridden: ['batch_size'] };
    await first.flush();
    await expect.poll(asked).toBe(2);
    await second.flush();
    expect(asked()).toBe(2);
    device.network = 'none';
    for (const name of ['a', 'b', 'c']) await second.trackEvent(name);
    device.network = 'wifi';
    const sent = service.ingestRequests().length;
    await second.flush();
    // With what the other was answered.
    const sizes = service.ingestRequests().map(({ events }) => events.length);
    expect(Math.max(...sizes.slice(sent))).toBe(2);
  });

  test('that the service does not give now is asked for again when it says', async () => {
    await visit('before');
    device.advance(SESSION_MS);
    service.next['resolve-key'] = [{ status: 429, headers: { 'retry-after': '60' } }];
    await visit('limited');
    await expect.poll(asked).toBe(2);
    device.advance(59_999);
    await visit('limited too');
    expect(asked()).toBe(2);
    device.advance(1);
    await visit('later');
    expect(asked()).toBe(3);
    expect(service.acceptedNames()).toEqual(['before', 'limited', 'limited too', 'later']);
  });

  test.each<[string, Answer, number]>([
    ['refused', { status: 401 }, SESSION_MS],
    ['limited', { status: 429, headers: { 'retry-after': '60' } }, 60_000],
    ['longer than a session', { status: 429, headers: { 'retry-after': '86400' } }, SESSION_MS],
  ])('that is %s is not asked for by each page either', async (_how, answer, ms) => {
    service.next['resolve-key'] = [answer];
    for (const name of ['a', 'b', 'c']) await visit(name);
    expect(asked()).toBe(1);
    device.advance(ms - 1);
    await visit('d');
    expect(asked()).toBe(1);
    device.advance(1);
    await visit('e');
    expect(service.acceptedNames()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('whose signatures are refused is resolved anew by the page that finds it so', async () => {
    await visit('before');
    service.secret = 'another secret';
    const page = device.start();
    await page.trackEvent('open');
    await page.flush();
    await page.flush();
    await expect.poll(() => service.acceptedNames()).toEqual(['before', 'open']);
    expect(asked()).toBe(2);
    await visit('after');
    expect(asked()).toBe(2);
  });

  test('is resolved anew where the clock says that it is of the future', async () => {
    await visit('before');
    device.now -= 86_400_000;
    service.now = () => device.now;
    await visit('earlier');
    expect(asked()).toBe(2);
  });
});

test('an app resolves its key at each start', async () => {
  device.isShortLived = false;
  for (const name of ['a', 'b']) await visit(name);
  expect(asked()).toBe(2);
});
