import { describe, expect, test } from 'vitest';
import { nameEvent } from '../events/name-event.ts';
import { PROPERTY_FIELDS } from '../wire/client-fields.ts';
import { splitProperties } from './split-properties.ts';

const CLICK = '6f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11';

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function split(properties?: object) {
  const invalid: string[] = [];
  const facts = splitProperties(properties, Object.keys(PROPERTY_FIELDS), (name) => invalid.push(name));
  return { facts, invalid };
}

describe('event properties', () => {
  test('that belong at the top level move there, the others stay together', () => {
    const given = {
      revenue: 49.9,
      currency: 'NGN',
      click_id: CLICK,
      campaign_id: CLICK,
      channel: 'sms',
      referrer: 'utm_source=x',
      referrer_click_ts: 1,
      install_begin_ts: 2,
      sku: 'a',
      nested: { b: 1 },
    };
    const { sku, nested, ...members } = given;
    expect(split(given)).toEqual({ facts: { ...members, event_properties: { sku, nested } }, invalid: [] });
  });

  test.each([
    ['revenue', '49,90'],
    ['revenue', '$49.90'],
    ['revenue', '1e3'],
    ['revenue', '0x10'],
    ['revenue', ''],
    ['revenue', '-1'],
    ['revenue', '9'.repeat(16)],
    ['revenue', -1],
    ['revenue', 1e15],
    ['currency', 'naira'],
    ['click_id', 'abc'],
    ['campaign_id', 5],
    ['channel', 'pigeon-post-by-sea'],
    ['referrer', 7],
    ['referrer', 'a\0b'],
    ['referrer', '\ud800'],
    ['referrer', 'x'.repeat(8193)],
    ['referrer_click_ts', 1.5],
  ])('with an invalid value (%s %j) stay among the properties and are reported', (name, value) => {
    expect(split({ [name]: value })).toEqual({
      facts: { event_properties: { [name]: value } },
      invalid: [name],
    });
  });

  test.each([
    [30, true],
    [31, false],
  ])('nested %i levels deep are kept: %s', (levels, kept) => {
    let deep: unknown = 'end';
    for (let at = 0; at < levels; at++) deep = at % 2 ? [deep] : { deep };
    const { facts, invalid } = split({ deep, sku: 'a' });
    expect(facts.event_properties).toEqual(kept ? { deep, sku: 'a' } : { sku: 'a' });
    expect(invalid).toEqual(kept ? [] : ['deep']);
  });

  test('named like built-in object members are ordinary properties', () => {
    expect(split({ toString: 1, constructor: 2 }).facts.event_properties).toEqual({
      toString: 1,
      constructor: 2,
    });
  });

  test('are copied', () => {
    const given = { list: [1] };
    const { facts } = split(given);
    given.list.push(2);
    expect(facts.event_properties).toEqual({ list: [1] });
  });

  test('that are empty add no member to the event', () => {
    expect(split(undefined)).toEqual({ facts: {}, invalid: [] });
    expect(split({})).toEqual({ facts: {}, invalid: [] });
  });

  test.each([
    ['revenue', '160', 160],
    ['revenue', ' 49.90 ', 49.9],
    ['revenue', '.5', 0.5],
    ['revenue', 160n, 160],
    ['revenue', Object(9.5), 9.5],
    ['revenue', { toJSON: () => '12.25' }, 12.25],
    ['currency', 'usd', 'USD'],
    ['currency', ' Kes ', 'KES'],
    ['referrer_click_ts', '1700000000', 1_700_000_000],
    ['referrer', new URL('https://a.example/x'), 'https://a.example/x'],
  ])('are folded where it is plain what is meant (%s %o)', (name, value, field) => {
    expect(split({ [name]: value })).toEqual({ facts: { [name]: field }, invalid: [] });
  });

  const circle = () => {
    const self: Record<string, unknown> = { a: 1 };
    self.self = self;
    return self;
  };
  const throwing = () => ({
    get read() {
      throw new Error('no');
    },
  });

  test.each([
    ['a bigint', { bad: 1n }, ['bad']],
    ['a cycle', { bad: circle() }, ['bad']],
    ['a getter that throws', Object.defineProperty({}, 'bad', { get: throwing, enumerable: true }), []],
    ['a function', { bad: () => 1 }, ['bad']],
    ['a symbol', { bad: Symbol('s') }, ['bad']],
    ['a toJSON that throws', { bad: { toJSON: () => throwing().read } }, ['bad']],
    ['a proxy that is revoked', { bad: revoked() }, ['bad']],
  ])('cost only themselves: %s', (_what, bad, invalid) => {
    const getter = throwing();
    Object.defineProperty(getter, 'read', { enumerable: true });
    const given = Object.defineProperties(
      { revenue: 9.5, currency: 'USD', sku: 'a' },
      Object.getOwnPropertyDescriptors(invalid.length > 0 ? bad : getter),
    );
    expect(split(given)).toEqual({
      facts: { revenue: 9.5, currency: 'USD', event_properties: { sku: 'a' } },
      invalid: invalid.length > 0 ? invalid : ['read'],
    });
  });

  test('cost only themselves within others', () => {
    const cart = { id: 1n, total: 5, lines: [{ sku: 'a', show: () => 1 }, 2n, undefined, 3], ...{ at: NaN } };
    expect(split({ cart })).toEqual({
      facts: {
        event_properties: { cart: { total: 5, lines: [{ sku: 'a' }, null, null, 3], at: null } },
      },
      invalid: ['id', '1'],
    });
  });

  test('that are read first are those of money, also where a class has getters', () => {
    const reads: string[] = [];
    class Order {
      get revenue() {
        reads.push('revenue');
        return 9.5;
      }
      get currency() {
        reads.push('currency');
        return 'usd';
      }
    }
    const order = Object.defineProperty(new Order(), 'sku', {
      enumerable: true,
      get: () => reads.push('sku') && 'a',
    });
    expect(split(order)).toEqual({
      facts: { revenue: 9.5, currency: 'USD', event_properties: { sku: 'a' } },
      invalid: [],
    });
    expect(reads).toEqual(['revenue', 'currency', 'sku']);
  });

  test('of which not even the names can be read', () => {
    expect(split(revoked())).toEqual({ facts: {}, invalid: ['properties'] });
  });

  test.each([['text'], [7], [() => 1]])('that are no object are none, and reported: %o', (given) => {
    expect(split(given as never)).toEqual({ facts: {}, invalid: ['properties'] });
  });

  test('keep what JSON would make nothing of', () => {
    const kinds = new Map<string, unknown>([
      ['a', 1],
      ['tags', new Set(['x'])],
    ]);
    expect(split({ kinds, when: new Date(0), n: Object(1) }).facts).toEqual({
      event_properties: {
        kinds: { a: 1, tags: ['x'] },
        when: '1970-01-01T00:00:00.000Z',
        n: 1,
      },
    });
    expect(
      split(
        new Map<string, unknown>([
          ['revenue', 5],
          ['sku', 'a'],
        ]),
      ).facts,
    ).toEqual({
      revenue: 5,
      event_properties: { sku: 'a' },
    });
    expect(split(['a', 'b']).facts).toEqual({ event_properties: { 0: 'a', 1: 'b' } });
  });

  test('named __proto__ are ordinary properties', () => {
    const facts = split(JSON.parse('{ "__proto__": 1 }')).facts;
    expect(JSON.stringify(facts)).toBe('{"event_properties":{"__proto__":1}}');
  });
});

describe('the name of an event', () => {
  test.each([
    ['install', { event_type: 'install' }],
    ['custom', { event_type: 'custom' }],
    ['level_up', { event_type: 'custom', custom_event_name: 'level_up' }],
    ['Install', { event_type: 'custom', custom_event_name: 'Install' }],
  ])('%s', (name, expected) => {
    expect(nameEvent(name)).toEqual(expected);
  });
});
