import { describe, expect, test } from 'vitest';
import { mappingOf } from '../column-mapping.ts';
import type { ImportRow } from '../import-row.ts';
import { importSourceNamed } from '../mappings/import-sources.ts';
import { createNormaliser } from './normalise-row.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const GAID = '9b2c1f0e-1111-4111-8111-0123456789ab';
const AT = Date.UTC(2026, 1, 1, 10);

/** A row normalised, without what it has nothing of. */
function normalised(source: string, values: Record<string, string | null>, given: object | null = null) {
  const found = importSourceNamed(source);
  const result = createNormaliser(found, mappingOf(found, given as null), NOW, false)({ row: 7, values });
  if ('errors' in result) return result.errors.map(({ column, reason }) => `${column}: ${reason}`);
  return Object.fromEntries(
    Object.entries(result.row).filter(([, value]) => value !== null),
  ) as Partial<ImportRow>;
}

describe('every field lands in its place', () => {
  const DEVICE = { gaid: GAID, device_model: 'Pixel 8', os_version: '14', app_version: '1.9' };
  test('of source_a, by the columns of the contract', () => {
    const row = {
      'Install Time': '2026-02-01 10:00:00',
      'Event Time': '2026-02-01 11:00:00',
      'Event Name': 'af_purchase',
      'AppsFlyer ID': '170-2',
      'Advertising ID': GAID.toUpperCase(),
      Campaign: 'Spring',
      'Media Source': 'Facebook Ads',
      'Attribution Type': 'Probabilistic',
      Revenue: '4.99',
      Currency: 'kes',
      'Country Code': 'ke',
      IP: '203.0.113.77',
      'Device Type': 'Pixel 8',
      'OS Version': '14',
      'App Version': '1.9',
    };
    const expected = {
      row: 7,
      event_type: 'purchase',
      occurred_at: AT + 3_600_000,
      external_id: '170-2',
      ...DEVICE,
      campaign_name: 'Spring',
      channel: 'social_a',
      attribution_model: 'probabilistic',
      revenue: '4.99',
      currency: 'KES',
      country_code: 'KE',
      ip_network: '203.0.113.0/24',
    };
    expect(normalised('source_a', row)).toEqual(expected);
    const installed = { ...row, 'Event Name': 'install', 'Event Time': '2026-02-01 10:00:09' };
    expect(normalised('source_a', installed)).toMatchObject({ event_type: 'install', occurred_at: AT });
  });

  test('of source_a, by the columns of real reports', () => {
    const row = {
      'Install Time': '2026-02-01 10:00:00',
      'Event Time': '2026-02-01 10:00:00',
      'Event Name': 'dashboard',
      'Attributed Touch Type': 'click',
      'Event Revenue': '',
      'Event Revenue Currency': 'INR',
      'Event Revenue USD': '0.5',
      'Media Source': 'restricted',
      Campaign: 'None',
      'Android ID': 'abc',
      'Customer User ID': '727513',
    };
    expect(normalised('source_a', row)).toEqual({
      row: 7,
      event_type: 'custom',
      custom_event_name: 'dashboard',
      occurred_at: AT,
      android_id: 'abc',
      user_id: '727513',
      channel: 'restricted',
      attribution_model: 'last_click',
      revenue: '0.5',
      currency: 'USD',
    });
    expect(normalised('source_a', { ...row, 'Event Revenue': '41.5' })).toMatchObject({
      revenue: '41.5',
      currency: 'INR',
    });
    expect(normalised('source_a', { ...row, 'Match Type': 'probabilistic' })).toMatchObject({
      attribution_model: 'probabilistic',
    });
  });

  test('of source_b', () => {
    const row = {
      installed_at: String(AT / 1000),
      event: 'revenue',
      gps_adid: GAID,
      campaign_name: 'Spring',
      network_name: 'Google Ads',
      attribution_type: 'device_id',
      revenue_usd: '2',
      country: 'de',
      ip_address: '2001:db8::1',
      device_name: 'Pixel 8',
      os_name: 'android',
      os_version: '14',
      app_version: '1.9',
    };
    expect(normalised('source_b', row)).toEqual({
      row: 7,
      event_type: 'purchase',
      occurred_at: AT,
      ...DEVICE,
      os_name: 'android',
      campaign_name: 'Spring',
      channel: 'search_ads',
      attribution_model: 'deterministic',
      revenue: '2',
      currency: 'USD',
      country_code: 'DE',
      ip_network: '2001:db8::/48',
    });
    const seen = {
      installed_at: '2016-12-04T13:54UTC',
      event_name: 'purchase500coins',
      reporting_revenue: '$20.00',
    };
    expect(normalised('source_b', seen)).toMatchObject({
      event_type: 'custom',
      custom_event_name: 'purchase500coins',
      revenue: '20',
      currency: 'USD',
      occurred_at: Date.UTC(2016, 11, 4, 13, 54),
    });
    expect(normalised('source_b', { installed_at: '2026-02-01' })).toMatchObject({ event_type: 'install' });
  });

  test('of source_c', () => {
    const row = {
      Timestamp: String(AT),
      Name: 'PURCHASE',
      AAID: GAID,
      Campaign: 'Spring',
      Channel: 'TikTok',
      Revenue: '3',
      Country: 'KE',
      OS: 'ANDROID',
      'OS Version': '14',
      'App Version': '1.9',
    };
    const expected = {
      row: 7,
      event_type: 'purchase',
      occurred_at: AT,
      gaid: GAID,
      os_name: 'ANDROID',
      os_version: '14',
      app_version: '1.9',
      campaign_name: 'Spring',
      channel: 'social_b',
      attribution_model: 'last_click',
      revenue: '3',
      country_code: 'KE',
    };
    expect(normalised('source_c', row)).toEqual(expected);
    expect(normalised('source_c', { ...row, Name: 'INSTALL' })).toMatchObject({ occurred_at: AT });
    expect(
      normalised('source_c', { user_data_aaid: GAID, Timestamp: String(AT), Name: 'OPEN' }),
    ).toMatchObject({
      gaid: GAID,
      event_type: 'open',
    });
  });

  test('of a custom source, without translation', () => {
    const row = {
      event_type: 'session_end',
      event_timestamp: '2026-02-01T10:00:00Z',
      channel: 'Facebook Ads',
      attribution_model: 'click_id',
      gaid: GAID,
      campaign_name: 'None',
      country_code: 'ke',
      external_device_id: 'ext',
      user_id: 'u-1',
      custom_event_name: 'ignored',
    };
    expect(normalised('custom', row)).toEqual({
      row: 7,
      event_type: 'session_end',
      occurred_at: AT,
      channel: 'Facebook Ads',
      gaid: GAID,
      attribution_model: 'click_id',
      campaign_name: 'None',
      country_code: 'ke',
      external_id: 'ext',
      user_id: 'u-1',
    });
  });
});

describe('a job may map its columns otherwise', () => {
  const row = { Timestamp: String(AT), Name: 'open', Umsatz: '5', Revenue: '4', Money: 'EUR', AAID: GAID };
  test.each([
    ['a further column', { Money: 'currency' }, { revenue: '4', currency: 'EUR' }],
    ['a column before the known one', { Umsatz: 'revenue' }, { revenue: '5' }],
    ['the known one with other letters to nothing', { revenue: null }, { gaid: GAID }],
    ['the known one to another field', { aaid: 'android_id' }, { revenue: '4' }],
  ])('%s', (_what, given, expected) => {
    expect(normalised('source_c', row, given)).toMatchObject(expected);
  });

  test('and an ignored column has no effect', () => {
    expect(normalised('source_c', row, { revenue: null })).not.toHaveProperty('revenue');
  });
});
