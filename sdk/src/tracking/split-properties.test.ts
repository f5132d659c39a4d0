import { describe, expect, test } from 'vitest';
import { nameEvent } from '../events/name-event.ts';
import { PROPERTY_FIELDS } from '../wire/client-fields.ts';
import { splitProperties } from './split-properties.ts';

const CLICK = '6f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11';

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
    ['revenue', '49.90'],
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

  test('that JSON cannot represent throw', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(() => split(circle)).toThrow(TypeError);
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
