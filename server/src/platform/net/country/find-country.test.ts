import { expect, test } from 'vitest';
import { maskedNetwork } from '../../http/requests/masked-network.ts';
import { openCountries } from './find-country.ts';

const find = openCountries();
const countryOf = (address: string) => find(maskedNetwork(address));

test.each([
  ['41.90.64.77', 'KE'],
  ['105.112.3.4', 'NG'],
  ['::ffff:41.90.64.77', 'KE'],
  ['2003:e1:1700::1', 'DE'],
])('%s is in %s, by its network alone', (address, country) => {
  expect(countryOf(address)).toBe(country);
});

test.each([
  '192.168.0.7',
  '10.1.2.3',
  '172.16.0.1',
  '127.0.0.1',
  '169.254.1.1',
  '100.64.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '0.0.0.0',
  '::1',
  '::ffff:192.168.0.7',
  'fd00::1',
  'fe80::1',
  '2001:db8::1',
])('%s, private or reserved, is in none', (address) => {
  expect(countryOf(address)).toBeNull();
});

test('each network keeps its own, however many are looked up', () => {
  for (let n = 0; n < 20_000; n++) find(`41.${n >> 8}.${n % 256}.0/24`);
  expect(['41.90.64.0/24', '105.112.3.0/24', '41.90.64.0/24'].map(find)).toEqual(['KE', 'NG', 'KE']);
});

test('without a network there is no country', () => {
  expect(find(undefined)).toBeNull();
  expect(find(null)).toBeNull();
});

test('turned off, no address has a country', () => {
  expect(openCountries('off')('41.90.64.0/24')).toBeNull();
});

test('a named file that is no database is refused at once', () => {
  expect(() => openCountries('/nowhere/countries.mmdb')).toThrow(/COUNTRY_DATABASE/);
  expect(() => openCountries(import.meta.filename)).toThrow(/COUNTRY_DATABASE/);
});
