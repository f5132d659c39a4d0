import { describe, expect, test } from 'vitest';
import { BARE, bodyOf, FACTS, HASHED_USER, request } from '../testing/build-request.ts';

describe('network_e_events', () => {
  test('a purchase', () => {
    const { url, headers, body } = request('network_e_events', FACTS);
    expect(url).toBe('https://business-api.tiktok.com/open_api/v1.3/event/track/');
    expect(headers).toEqual({ 'content-type': 'application/json', 'access-token': 'to ken' });
    expect(JSON.parse(body)).toEqual({
      event_source: 'app',
      event_source_id: 'app-9',
      data: [
        {
          event: 'Purchase',
          event_time: 1769934600,
          event_id: FACTS.deliveryId,
          user: { gaid: FACTS.gaid, external_id: HASHED_USER, user_agent: FACTS.userAgent },
          properties: { currency: 'NGN', value: 1250.5 },
          app: { app_id: 'com.example.shop', app_version: '7.7.1' },
        },
      ],
    });
  });

  test('an install', () => {
    expect(bodyOf('network_e_events', BARE).data).toEqual([
      {
        event: 'InstallApp',
        event_time: 1769860800,
        event_id: FACTS.deliveryId,
        user: {},
        properties: {},
        app: { app_id: 'com.example.shop' },
      },
    ]);
  });
});
