import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CheckedEvent } from '../../ingest/check/check-shape.ts';
import { fingerprintHash } from '../../ingest/row/fingerprint-hash.ts';
import { maskedNetwork } from '../../platform/http/requests/masked-network.ts';
import { deviceKey } from './device-key.ts';

const keyOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

describe('the device key is made of', () => {
  const all = { installation_id: 'i', android_id: 'a', gaid: 'g' };
  test.each([
    ['the installation id before all', all, keyOf('installation_id:i')],
    ['the android id before the gaid', { ...all, installation_id: null }, keyOf('android_id:a')],
    ['the gaid where there is no other', { gaid: 'g' }, keyOf('gaid:g')],
    ['what comes after an empty id', { android_id: '', gaid: 'g' }, keyOf('gaid:g')],
    [
      'the id after one that identifies no one',
      { android_id: '0000000000000000', gaid: 'g' },
      keyOf('gaid:g'),
    ],
    ['what comes after an id of many', { android_id: '9774d56d682e549c', gaid: 'g' }, keyOf('gaid:g')],
    ['nothing without an id', { android_id: '', gaid: null }, undefined],
  ])('%s', (_name, ids, expected) => {
    expect(deviceKey(ids)).toBe(expected);
  });
});

describe('an address is masked', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1234:5678:9abc::1', '2001:db8:1234::/48'],
    ['::1', '::/48'],
    ['not an address', undefined],
  ])('%s to %s', (address, network) => {
    expect(maskedNetwork(address)).toBe(network);
  });
});

describe('the fingerprint hash', () => {
  const components = { user_agent: 'ua', device_model: 'm', os_version: '1' };
  const hash = (of: object, network = '10.0.0.0/24') =>
    fingerprintHash({ device_fingerprint_components: of } as CheckedEvent, network);

  test('is the same for the same components on the same network, in any order', () => {
    expect(hash({ os_version: '1', device_model: 'm', user_agent: 'ua' })).toBe(hash(components));
    expect(hash({ ...components, screen_resolution: null })).toBe(hash(components));
  });

  test.each([
    ['user agent', { ...components, user_agent: 'other' }, '10.0.0.0/24'],
    ['device model', { ...components, device_model: 'other' }, '10.0.0.0/24'],
    ['OS version', { ...components, os_version: '2' }, '10.0.0.0/24'],
    ['screen resolution', { ...components, screen_resolution: '1x1' }, '10.0.0.0/24'],
    ['network', components, '10.0.1.0/24'],
    ['place of the same words', { user_agent: 'ua', device_model: '1', os_version: 'm' }, '10.0.0.0/24'],
  ])('differs for another %s', (_name, other, network) => {
    expect(hash(other, network)).not.toBe(hash(components));
  });

  test('is not made without components', () => {
    expect(fingerprintHash({} as CheckedEvent, '10.0.0.0/24')).toBeUndefined();
  });
});
