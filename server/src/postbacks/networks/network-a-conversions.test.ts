import { describe, expect, test } from 'vitest';
import { APP_EVENT, BARE, bodyOf, FACTS, INSTALL, request, SETTINGS } from '../testing/build-request.ts';

describe('network_a_conversions', () => {
  test('a purchase', () => {
    const { url, headers, body } = request('network_a_conversions', FACTS);
    expect(url).toBe('https://graph.facebook.com/v21.0/123456/events');
    expect(headers).toEqual({ 'content-type': 'application/json' });
    expect(JSON.parse(body)).toEqual({
      data: [{ event_name: 'Purchase', action_source: 'app', ...APP_EVENT }],
      access_token: 'to ken',
    });
  });

  test('an install has its own name and no money; extinfo has 16 entries', () => {
    const { custom_data: _, ...install } = APP_EVENT;
    expect(APP_EVENT.app_data.extinfo).toHaveLength(16);
    expect(bodyOf('network_a_conversions', INSTALL).data).toEqual([
      { event_name: 'MobileAppInstall', action_source: 'app', ...install, event_time: 1769860800 },
    ]);
  });

  test('an install of which little is known', () => {
    expect(bodyOf('network_a_conversions', BARE).data).toMatchObject([
      {
        user_data: {},
        app_data: {
          advertiser_tracking_enabled: 0,
          extinfo: ['a2', 'com.example.shop', ...Array<string>(14).fill('')],
        },
      },
    ]);
  });

  test('one name for all, as a messaging app’s ads have it', () => {
    const settings = { ...SETTINGS.network_a_conversions, event_name: 'LeadSubmitted' };
    expect(bodyOf('network_a_conversions', FACTS, settings).data).toMatchObject([
      { event_name: 'LeadSubmitted' },
    ]);
  });

  test('the code for test events goes with test events alone', () => {
    const settings = { ...SETTINGS.network_a_conversions, test_event_code: 'TEST42' };
    expect(bodyOf('network_a_conversions', { ...FACTS, isTest: true }, settings).test_event_code).toBe(
      'TEST42',
    );
    expect(bodyOf('network_a_conversions', FACTS, settings)).not.toHaveProperty('test_event_code');
  });
});
