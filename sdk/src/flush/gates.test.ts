import { expect, test } from 'vitest';
import { resolveSettings } from '../config/settings.ts';
import { type SendState, shutGate } from './gates.ts';

const OPEN: SendState = {
  settings: resolveSettings({}),
  consent: true,
  network: 'wifi',
  batteryPercent: 80,
  keyResolved: true,
};

test.each<[string, Partial<SendState>, string | undefined]>([
  ['on Wi-Fi with a full battery', {}, undefined],
  ['while the person disallows tracking', { consent: false }, 'tracking is off'],
  [
    'while the service disallows tracking',
    { settings: resolveSettings({}, { tracking_enabled: false }) },
    'tracking is off',
  ],
  ['without a network', { network: 'none' }, 'no connectivity'],
  ['on a mobile network', { network: 'cellular' }, 'waiting for Wi-Fi'],
  [
    'on a mobile network when that is allowed',
    { network: 'cellular', settings: resolveSettings({ wifiOnlyMode: false }) },
    undefined,
  ],
  ['on an unknown network', { network: 'unknown' }, undefined],
  ['just below the battery threshold', { batteryPercent: 14 }, 'the battery is low'],
  ['at the battery threshold', { batteryPercent: 15 }, undefined],
  [
    'with a low battery when that is allowed',
    { batteryPercent: 1, settings: resolveSettings({ suppressOnLowBattery: false }) },
    undefined,
  ],
  ['with an unknown battery', { batteryPercent: undefined }, undefined],
  ['before the key is resolved', { keyResolved: false }, 'the key is not resolved'],
])('%s', (_name, state, reason) => {
  expect(shutGate({ ...OPEN, ...state })).toBe(reason);
});
