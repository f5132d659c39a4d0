import { beforeEach, expect, expectTypeOf, test } from 'vitest';
import type { Tributary as BrowserClient } from '../browser.ts';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';
import type { WithEvents } from './with-events.ts';

interface GameEvents {
  level_up: { level: number };
  paused: undefined;
  shared: { with?: string } | undefined;
}

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test("an app's own events are tracked, and the compiler refuses all others", async () => {
  const client = device.start();
  const game: WithEvents<typeof client, GameEvents> = client;
  game.trackEvent('level_up', { level: 3 });
  game.trackEvent('paused');
  game.trackEvent('shared', { with: 'a' });
  await game.flush();
  expect(service.acceptedNames()).toEqual(['level_up', 'paused', 'shared']);

  const refused = [
    // @ts-expect-error: there is no such event
    () => game.trackEvent('level_upp', { level: 3 }),
    // @ts-expect-error: a property has another type
    () => game.trackEvent('level_up', { level: '3' }),
    // @ts-expect-error: a property is missing
    () => game.trackEvent('level_up', {}),
    // @ts-expect-error: the properties are missing
    () => game.trackEvent('level_up'),
    // @ts-expect-error: it has no such property
    () => game.trackEvent('level_up', { level: 3, of: 9 }),
    // @ts-expect-error: it has no properties
    () => game.trackEvent('paused', { level: 3 }),
  ];
  expect(refused).toHaveLength(6);
});

test('the compiler refuses what reports could not read, of any event', () => {
  const client = device.start();
  interface Purchase {
    revenue: number;
    sku: string;
  }
  const purchase: Purchase = { revenue: 1, sku: 'a-1' };
  const sku: string | undefined = purchase.sku;
  const anything: object = purchase;
  const read: Record<string, unknown> = JSON.parse('{"revenue":2}');
  const accepted = [
    () => client.trackEvent('purchase', { revenue: 49.9, currency: 'NGN', sku: 'a-1', nested: { a: [1] } }),
    () => client.trackEvent('purchase', { revenue: null, currency: undefined }),
    () => client.trackEvent('purchase', purchase),
    () => client.trackEvent('opened', { sku }),
    () => client.trackEvent('opened', {}),
    () => client.trackEvent('opened', undefined),
    () => client.trackEvent('opened', anything),
    () => client.trackEvent('purchase', read),
    () => client.screen('home', { items: 3 }),
  ];
  const refused = [
    // @ts-expect-error: revenue is a number
    () => client.trackEvent('purchase', { revenue: 'abc' }),
    // @ts-expect-error: revenue is a number
    () => client.trackEvent('purchase', { revenue: '49.90', sku: 'a-1' }),
    // @ts-expect-error: revenue is a number
    () => client.trackEvent('order_placed', { ...purchase, revenue: '1' }),
    // @ts-expect-error: currency is a text
    () => client.trackEvent('purchase', { revenue: 1, currency: 566 }),
    // @ts-expect-error: revenue is a number
    () => client.screen('home', { revenue: 'abc' }),
    // @ts-expect-error: revenue is a number
    (typed: WithEvents<typeof client, { bought: { revenue: string } }>) => typed,
  ];
  expect([accepted.length, refused.length]).toEqual([9, 6]);
});

test('the other methods stay as they are', () => {
  type Game = WithEvents<typeof BrowserClient, GameEvents>;
  expectTypeOf<Game['identify']>().toEqualTypeOf<(typeof BrowserClient)['identify']>();
  expectTypeOf<typeof BrowserClient>().toExtend<Game>();
});
