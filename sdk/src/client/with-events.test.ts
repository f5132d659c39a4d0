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

test('the other methods stay as they are', () => {
  type Game = WithEvents<typeof BrowserClient, GameEvents>;
  expectTypeOf<Game['identify']>().toEqualTypeOf<(typeof BrowserClient)['identify']>();
  expectTypeOf<typeof BrowserClient>().toExtend<Game>();
});
