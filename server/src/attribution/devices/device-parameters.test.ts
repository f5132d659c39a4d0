import { expect, test } from 'vitest';
import { isDeviceParameter, withoutDeviceParameters } from './device-parameters.ts';

test.each([
  'gaid',
  'GAID',
  'gps_adid',
  'Google-AID',
  'idfa',
  'ios_idfv',
  'androidId',
  'ANDROID_ID',
  'device_id',
])('%s holds an id of a device', (name) => expect(isDeviceParameter(name)).toBe(true));

test.each(['ad_id', 'adid', 'gclid', 'utm_source', 'service_click_id', 'id', ''])('%s holds none', (name) =>
  expect(isDeviceParameter(name)).toBe(false),
);

test.each([
  ['service_click_id=c&utm_source=x', 'service_click_id=c&utm_source=x'],
  ['gaid=1&service_click_id=c', 'service_click_id=c'],
  ['service_click_id=c&GAID=1', 'service_click_id=c'],
  ['a=1&aaid=2&b=3', 'a=1&b=3'],
  ['%67aid=1&b=2', 'b=2'],
  ['gaid=1', ''],
  ['https://example.com/p?gaid=1&b=2', 'https://example.com/p?b=2'],
  ['https://example.com/p?b=2&idfa=1', 'https://example.com/p?b=2'],
  ['https://example.com/p?idfa=1', 'https://example.com/p'],
  ['%E0%A4%A=1&b=%E0%A4%A', '%E0%A4%A=1&b=%E0%A4%A'],
  ['no query at all', 'no query at all'],
  ['', ''],
])('%j is left as %j', (text, left) => expect(withoutDeviceParameters(text)).toBe(left));
