import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

/** As libraries do it to the page that they are in, but hidden from Node, whose headers it would join; until the test has finished. */
function spoil(prototype: object, toJSON: (this: unknown) => unknown): void {
  Object.defineProperty(prototype, 'toJSON', { value: toJSON, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(prototype, 'toJSON'));
}

describe.each<[string, () => void]>([
  [
    'of arrays, as by prototype.js',
    () =>
      spoil(Array.prototype, function (this: unknown) {
        return `[${(this as unknown[]).join(', ')}]`;
      }),
  ],
  ['of all objects, to a text', () => spoil(Object.prototype, () => 'spoilt')],
  ['of all objects, to nothing', () => spoil(Object.prototype, () => undefined)],
  [
    'of all objects, by throwing',
    () =>
      spoil(Object.prototype, () => {
        throw new Error('no');
      }),
  ],
])('a toJSON %s', (_name, spoilIt) => {
  test('changes no event, no statement of consent and no dead letter', async () => {
    service.judge = ({ custom_event_name: name }) =>
      name === 'dead'
        ? { status: 'rejected', code: 'VALIDATION_ERROR', error: 'event_id must be right' }
        : {};
    const client = device.start();
    // Node's own `fetch` writes JSON as it connects.
    await client.flush();
    spoilIt();
    await client.setConsent({ eea: true });
    await client.trackEvent('purchase', {
      revenue: 9.5,
      currency: 'USD',
      items: ['a', { b: [1, null] }],
      at: new Date(0),
    });
    await client.trackEvent('dead', { list: [1] });
    await client.flush();
    const stats = await client.stats();
    const letters = await client.deadLetters();
    const id = await client.installationId();
    await client.close();
    // Taken from the prototype at once, for what compares them.
    for (const prototype of [Array.prototype, Object.prototype]) Reflect.deleteProperty(prototype, 'toJSON');
    const purchase = [...service.accepted.values()].find(({ event_type }) => event_type === 'purchase');
    expect(purchase).toMatchObject({
      revenue: 9.5,
      currency: 'USD',
      installation_id: id,
      consent: { eea: true },
      event_properties: { items: ['a', { b: [1, null] }], at: '1970-01-01T00:00:00.000Z' },
    });
    expect(letters).toMatchObject([{ name: 'dead', event: { event_properties: { list: [1] } } }]);
    expect(stats).toMatchObject({ sent: 2, rejected: { VALIDATION_ERROR: 1 }, dropped: { dead_letter: 1 } });
    // Nothing of it is stored either.
    expect(await device.start().deadLetters()).toMatchObject([
      { event: { event_properties: { list: [1] } } },
    ]);
  });
});
