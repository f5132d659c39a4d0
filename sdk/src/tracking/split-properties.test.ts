import { describe, expect, test } from 'vitest';
import { nameEvent } from './name-event.ts';
import { splitProperties } from './split-properties.ts';

const CLICK = '6f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11';

describe('properties of an event', () => {
  test('that have a place at the top go there, the others stay together', () => {
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
    expect(splitProperties(given)).toEqual({ members, event_properties: { sku, nested }, misfits: [] });
  });

  test.each([
    ['revenue', '49.90'],
    ['revenue', -1],
    ['revenue', 1e15],
    ['currency', 'naira'],
    ['currency', 'ngn'],
    ['click_id', 'abc'],
    ['campaign_id', 5],
    ['channel', 'pigeon'],
    ['referrer', 7],
    ['referrer_click_ts', 1.5],
  ])('%s of %j stays among them and is told', (name, value) => {
    expect(splitProperties({ [name]: value })).toEqual({
      members: {},
      event_properties: { [name]: value },
      misfits: [name],
    });
  });

  test('named like a member of every object are ordinary', () => {
    expect(splitProperties({ toString: 1, constructor: 2 }).event_properties).toEqual({
      toString: 1,
      constructor: 2,
    });
  });

  test('are copied', () => {
    const given = { list: [1] };
    const split = splitProperties(given);
    given.list.push(2);
    expect(split.event_properties).toEqual({ list: [1] });
  });

  test('of nothing add no member to the event', () => {
    expect(splitProperties(undefined)).toEqual({ members: {}, misfits: [] });
    expect(splitProperties({})).toEqual({ members: {}, misfits: [] });
  });

  test('that JSON cannot hold throw', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(() => splitProperties(circle)).toThrow(TypeError);
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
