import { expect, test } from 'vitest';
import { resolveSettings } from '../config/settings.ts';
import { blockedReason, type SendState } from './gates.ts';

const OPEN: SendState = {
  settings: resolveSettings({}),
  consent: true,
  network: 'wifi',
  batteryPercent: 80,
  keyResolved: true,
};

test.each<[string, Partial<SendState>, string | undefined]>([
  ['on Wi-Fi with a full battery', {}, undefined],
  ['while the user disallows tracking', { consent: false }, 'tracking is off'],
  [
    'while the service disallows tracking',
    { settings: resolveSettings({}, { tracking_enabled: false }) },
    'tracking is off',
  ],
  ['without a network', { network: 'none' }, 'no network'],
  ['on a mobile network', { network: 'cellular' }, 'no Wi-Fi'],
  [
    'on a mobile network, if that is allowed',
    { network: 'cellular', settings: resolveSettings({ wifiOnlyMode: false }) },
    undefined,
  ],
  ['on an unknown network', { network: 'unknown' }, undefined],
  ['just below the battery threshold', { batteryPercent: 14 }, 'low battery'],
  ['at the battery threshold', { batteryPercent: 15 }, undefined],
  [
    'with a low battery, if that is allowed',
    { batteryPercent: 1, settings: resolveSettings({ suppressOnLowBattery: false }) },
    undefined,
  ],
  ['with an unknown battery', { batteryPercent: undefined }, undefined],
  ['before the key is resolved', { keyResolved: false }, 'no key'],
])('%s', (_name, state, reason) => {
  expect(blockedReason({ ...OPEN, ...state })).toBe(reason);
});
