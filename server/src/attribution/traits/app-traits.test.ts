import { expect, test } from 'vitest';
import { USUAL_SHARES } from '../facts/trait-shares.ts';
import { addTraits, alikeAmong, NO_TRAITS, passesOnReferrers, sharesAmong } from './app-traits.ts';

const COUNTS = [
  { dimension: 'device_model', value: 'SM-A155F', installs: 400, referred: 10 },
  { dimension: 'device_model', value: 'samsung sm-a155f', installs: 0, referred: 0 },
  { dimension: 'device_model', value: 'sm-a155f', installs: 50, referred: 9 },
  { dimension: 'device_model', value: 'Pixel 8', installs: 40, referred: 0 },
  { dimension: 'device_model', value: '', installs: 450, referred: 0 },
  { dimension: 'os_version', value: '14', installs: 300, referred: 19 },
  { dimension: 'os_version', value: '14.0.1', installs: 100, referred: 0 },
  { dimension: 'os_version', value: '13', installs: 540, referred: 0 },
];
const APP = addTraits(COUNTS);

test('models and versions are counted as they are compared: without case, and by the first number', () => {
  expect(APP.devices).toBe(940);
  expect(alikeAmong(APP, 'SM-A155F')).toEqual({ all: 940, alike: 450 });
  expect(APP.versions).toEqual(
    new Map([
      ['14', 400],
      ['13', 540],
    ]),
  );
});

test.each([
  ['a common model', { deviceModel: 'sm-A155f', osVersion: '14.1' }, 0.4506, 0.412],
  ['a rare one', { deviceModel: 'Pixel 8', osVersion: '13' }, 0.0406, 0.552],
  ['one that nobody has yet', { deviceModel: 'Nokia X20', osVersion: '16' }, 0.0006, 0.012],
  ['one unknown', { deviceModel: null, osVersion: null }, 0.0006, 0.012],
])('%s has its share of the app, and a little of the usual one', (_what, device, model, version) => {
  const shares = sharesAmong(APP, device);
  expect(shares.model).toBeCloseTo(model, 3);
  expect(shares.osVersion).toBeCloseTo(version, 3);
});

test('of an app without devices all is as usual', () => {
  expect(sharesAmong(NO_TRAITS, { deviceModel: 'SM-A155F', osVersion: '14' })).toEqual(USUAL_SHARES);
});

test('an app passes on what stores say if they name the clicks of at least five devices and one in fifty', () => {
  expect(APP.referred).toBe(19);
  const passesOn = (devices: number, referred: number) => passesOnReferrers({ devices, referred });
  expect([passesOn(250, 5), passesOn(251, 5), passesOn(8, 4), passesOnReferrers(NO_TRAITS)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
