import { describe, expect, test } from 'vitest';
import { BARE, bodyOf, build, FACTS, INSTALL, request, SETTINGS } from '../testing/build-request.ts';

describe('network_c_campaign_manager', () => {
  test('a purchase after a click that carried a gclid', () => {
    const { url, headers, body } = request('network_c_campaign_manager', FACTS);
    expect(url).toBe(
      'https://dfareporting.googleapis.com/dfareporting/v5/userprofiles/11/conversions/batchinsert',
    );
    expect(headers).toMatchObject({ authorization: 'Bearer to ken' });
    expect(JSON.parse(body)).toEqual({
      conversions: [
        {
          floodlightConfigurationId: '22',
          floodlightActivityId: '33',
          ordinal: FACTS.deliveryId,
          timestampMicros: '1769934600125000',
          quantity: 1,
          value: 1250.5,
          gclid: 'click-gclid',
        },
      ],
    });
  });

  test.each([
    ['dclid', { gclid: null, dclid: 'd' }, { dclid: 'd' }],
    ['mobileDeviceId', { gclid: null }, { mobileDeviceId: FACTS.gaid }],
    ['gclid', { dclid: 'd' }, { gclid: 'click-gclid' }],
  ])('exactly one id is given: %s', (_name, members, expected) => {
    const [conversion] = bodyOf('network_c_campaign_manager', { ...INSTALL, ...members })
      .conversions as object[];
    const ids = Object.entries(conversion ?? {}).filter(([name]) =>
      ['gclid', 'dclid', 'mobileDeviceId', 'matchId'].includes(name),
    );
    expect(Object.fromEntries(ids)).toEqual(expected);
    expect(conversion).toMatchObject({ value: 0 });
  });

  test('without any id it cannot be sent', () => {
    expect(build('network_c_campaign_manager', BARE)).toHaveProperty('unsendable');
  });

  test('its interface may be of another version', () => {
    const settings = { ...SETTINGS.network_c_campaign_manager, api_version: 'v4' };
    expect(request('network_c_campaign_manager', FACTS, settings).url).toContain('/dfareporting/v4/');
  });
});
