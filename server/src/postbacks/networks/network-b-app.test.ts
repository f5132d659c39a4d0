import { describe, expect, test } from 'vitest';
import { BARE, build, FACTS, request } from '../testing/build-request.ts';

describe('network_b_app', () => {
  test('a purchase', () => {
    const { url, headers, body } = request('network_b_app', FACTS);
    const { origin, pathname, searchParams } = new URL(url);
    expect([origin + pathname, body]).toEqual([
      'https://www.googleadservices.com/pagead/conversion/app/1.0',
      '',
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      dev_token: 'to ken',
      link_id: 'LINK42',
      app_event_type: 'in_app_purchase',
      rdid: FACTS.gaid,
      id_type: 'advertisingid',
      lat: '0',
      app_version: '7.7.1',
      os_version: '14',
      sdk_version: 'ts-1.0',
      timestamp: '1769934600.125000',
      value: '1250.50',
      currency_code: 'NGN',
      market_referrer_gclid: 'store-gclid',
    });
    expect(headers).toEqual({ 'user-agent': FACTS.userAgent, 'x-forwarded-for': '203.0.113.0' });
  });

  test('an install is a first open; what is not known is empty or left out', () => {
    const { url, headers } = request('network_b_app', { ...BARE, gaid: FACTS.gaid });
    const params = Object.fromEntries(new URL(url).searchParams);
    expect(params).toMatchObject({ app_event_type: 'first_open', app_version: '' });
    expect(params).not.toHaveProperty('value');
    expect(params).not.toHaveProperty('market_referrer_gclid');
    expect(headers).toEqual({
      'user-agent': expect.stringMatching(/^Tributary\/\S+ \(Android ; ; ; ; Proxy\)$/),
    });
  });

  test('a user agent that no header can hold is made to fit', () => {
    const { headers } = request('network_b_app', { ...FACTS, userAgent: 'a\r\nx: 1\u{1f389}é' });
    expect(headers['user-agent']).toMatch(/^a\?\?x: 1\?+$/);
  });

  test('without an advertising id it cannot be sent', () => {
    expect(build('network_b_app', BARE)).toHaveProperty('unsendable');
  });
});
