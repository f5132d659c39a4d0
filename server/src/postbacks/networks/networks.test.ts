import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NetworkRequest, PostbackFacts } from './ad-network.ts';
import { networkOf } from './networks.ts';

const FACTS: PostbackFacts = {
  deliveryId: 'd0000000-0000-4000-8000-000000000001',
  eventType: 'purchase',
  customerId: 'c0000000-0000-4000-8000-000000000002',
  attributionId: 'a0000000-0000-4000-8000-000000000003',
  installId: '10000000-0000-4000-8000-000000000004',
  installedAt: Date.UTC(2026, 0, 31, 12, 0, 0, 250),
  happenedAt: Date.UTC(2026, 1, 1, 8, 30, 0, 125),
  model: 'click_id',
  confidenceScore: 97,
  clickId: 'b0000000-0000-4000-8000-000000000005',
  campaignId: 'e0000000-0000-4000-8000-000000000006',
  gaid: 'f0000000-0000-4000-8000-000000000007',
  userId: ' User-42 ',
  bundleId: 'com.example.shop',
  appVersion: '7.7.1',
  osVersion: '14',
  deviceModel: 'SM-A155F',
  sdkVersion: 'ts-1.0',
  userAgent: 'Dalvik/2.1.0 (Linux; U; Android 14; SM-A155F)',
  networkAddress: '203.0.113.0',
  gclid: 'click-gclid',
  dclid: null,
  referrerGclid: 'store-gclid',
  amount: '1250.5',
  currency: 'NGN',
  isTest: false,
};
const INSTALL: PostbackFacts = {
  ...FACTS,
  eventType: 'install',
  happenedAt: FACTS.installedAt,
  amount: null,
  currency: null,
};
const BARE: PostbackFacts = {
  ...INSTALL,
  ...{ clickId: null, campaignId: null, gaid: null, userId: null, appVersion: null, osVersion: null },
  ...{
    deviceModel: null,
    sdkVersion: null,
    userAgent: null,
    networkAddress: null,
    gclid: null,
    referrerGclid: null,
  },
};

const SETTINGS: Record<string, Record<string, unknown>> = {
  canonical: {},
  network_a_conversions: {
    dataset_id: '123456',
    api_version: 'v21.0',
    event_name: { install: 'MobileAppInstall', purchase: 'Purchase' },
  },
  network_b_app: { link_id: 'LINK42' },
  network_c_campaign_manager: {
    profile_id: '11',
    floodlight_configuration_id: '22',
    floodlight_activity_id: '33',
  },
  network_d_conversions: { pixel_id: 'pix-1', event_name: { install: 'APP_INSTALL', purchase: 'PURCHASE' } },
  network_e_events: { event_source_id: 'app-9', event_name: { install: 'InstallApp', purchase: 'Purchase' } },
};

function build(format: string, facts: PostbackFacts, settings = SETTINGS[format]) {
  const network = networkOf(format);
  if (!network) throw new Error(`no ${format}`);
  const address = network.origin ?? 'https://hooks.example.com/in?key=1';
  return network.build({ facts, settings: network.settings.parse(settings), credential: 'to ken', address });
}

function request(format: string, facts: PostbackFacts, settings?: Record<string, unknown>): NetworkRequest {
  const built = build(format, facts, settings ?? SETTINGS[format]);
  if ('unsendable' in built) throw new Error(built.unsendable);
  return built;
}

const bodyOf = (format: string, facts: PostbackFacts, settings?: Record<string, unknown>) =>
  JSON.parse(request(format, facts, settings).body) as Record<string, unknown>;

describe('canonical', () => {
  test('an install', () => {
    expect(request('canonical', INSTALL)).toEqual({
      url: 'https://hooks.example.com/in?key=1',
      headers: { 'content-type': 'application/json', 'x-service-delivery-id': FACTS.deliveryId },
      body: JSON.stringify({
        event_type: 'install',
        attribution_id: FACTS.attributionId,
        install_id: FACTS.installId,
        installed_at: '2026-01-31T12:00:00.250Z',
        model: 'click_id',
        confidence_score: 97,
        click_id: FACTS.clickId,
        campaign_id: FACTS.campaignId,
        gaid: FACTS.gaid,
        service_customer_id: FACTS.customerId,
        timestamp: FACTS.installedAt,
      }),
    });
  });

  test('an install of which little is known has every field', () => {
    expect(bodyOf('canonical', BARE)).toMatchObject({ click_id: null, campaign_id: null, gaid: null });
  });

  test('a purchase, with the digits that its currency has', () => {
    const { body } = request('canonical', FACTS);
    expect(body).toMatch(/"timestamp":1769934600125,"value":1250\.50,"currency":"NGN"}$/);
  });

  test('a purchase is exact beyond what a float holds', () => {
    const amount = '900719925474099.12345678901234567891';
    expect(request('canonical', { ...FACTS, amount }).body).toContain(`"value":${amount},`);
  });

  test('a test event is marked', () => {
    expect(bodyOf('canonical', { ...INSTALL, isTest: true })).toMatchObject({ test: true });
  });
});

const EXTINFO = ['a2', 'com.example.shop', '7.7.1', '7.7.1', '14', 'SM-A155F', ...Array<string>(10).fill('')];
const HASHED_USER = createHash('sha256').update('user-42').digest('hex');
const APP_EVENT = {
  event_time: 1769934600,
  event_id: FACTS.deliveryId,
  user_data: { madid: FACTS.gaid, external_id: [HASHED_USER] },
  app_data: { advertiser_tracking_enabled: 1, application_tracking_enabled: 1, extinfo: EXTINFO },
  custom_data: { currency: 'NGN', value: 1250.5 },
};

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
    expect(EXTINFO).toHaveLength(16);
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

describe('network_b_app', () => {
  test('a purchase', () => {
    const { url, headers, body } = request('network_b_app', FACTS);
    const { origin, pathname, searchParams } = new URL(url);
    expect([origin + pathname, body]).toEqual([
      'https://www.googleadservices.com/pagead/conversion/app/1.0',
      '',
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ dev_token: 'to ken', link_id: 'LINK42', app_event_type: 'in_app_purchase', rdid: FACTS.gaid },
      ...{
        id_type: 'advertisingid',
        lat: '0',
        app_version: '7.7.1',
        os_version: '14',
        sdk_version: 'ts-1.0',
      },
      ...{ timestamp: '1769934600.125000', value: '1250.50', currency_code: 'NGN' },
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

test('network_d_conversions: a purchase', () => {
  const { url, headers, body } = request('network_d_conversions', FACTS);
  expect(url).toBe('https://tr.snapchat.com/v3/pix-1/events?access_token=to+ken');
  expect(headers).toEqual({ 'content-type': 'application/json' });
  expect(JSON.parse(body)).toEqual({
    data: [{ event_name: 'PURCHASE', action_source: 'MOBILE_APP', ...APP_EVENT }],
  });
});

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
        ...{
          event: 'InstallApp',
          event_time: 1769860800,
          event_id: FACTS.deliveryId,
          user: {},
          properties: {},
        },
        app: { app_id: 'com.example.shop' },
      },
    ]);
  });
});

test.each(Object.keys(SETTINGS))(
  '%s carries the id of the delivery, but where the network has no field for it',
  (format) => {
    const { headers, body } = request(format, FACTS);
    const carries = JSON.stringify([headers, body]).includes(FACTS.deliveryId);
    expect(carries).toBe(format !== 'network_b_app');
  },
);
