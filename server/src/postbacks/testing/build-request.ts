import { createHash } from 'node:crypto';
import type { NetworkRequest, PostbackFacts } from '../networks/ad-network.ts';
import { networkOf } from '../networks/networks.ts';

/** A purchase of which everything is known. */
export const FACTS: PostbackFacts = {
  needsConsent: false,
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
  consent: null,
  amount: '1250.5',
  currency: 'NGN',
  isTest: false,
};
/** The install before it. */
export const INSTALL: PostbackFacts = {
  ...FACTS,
  eventType: 'install',
  happenedAt: FACTS.installedAt,
  amount: null,
  currency: null,
};
/** An install of which little is known. */
export const BARE: PostbackFacts = {
  ...INSTALL,
  clickId: null,
  campaignId: null,
  gaid: null,
  userId: null,
  appVersion: null,
  osVersion: null,
  deviceModel: null,
  sdkVersion: null,
  userAgent: null,
  networkAddress: null,
  gclid: null,
  referrerGclid: null,
};

/** Settings for each format. */
export const SETTINGS: Record<string, Record<string, unknown>> = {
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

const EXTINFO = ['a2', 'com.example.shop', '7.7.1', '7.7.1', '14', 'SM-A155F', ...Array<string>(10).fill('')];
/** Its user, as networks that take a hash get it. */
export const HASHED_USER = createHash('sha256').update('user-42').digest('hex');

/** The members of an app's purchase that several networks share. */
export const APP_EVENT = {
  event_time: 1769934600,
  event_id: FACTS.deliveryId,
  user_data: { madid: FACTS.gaid, external_id: [HASHED_USER] },
  app_data: { advertiser_tracking_enabled: 1, application_tracking_enabled: 1, extinfo: EXTINFO },
  custom_data: { currency: 'NGN', value: 1250.5 },
};

/** What a network's format makes of the facts. */
export function build(format: string, facts: PostbackFacts, settings = SETTINGS[format]) {
  const network = networkOf(format);
  if (!network) throw new Error(`no ${format}`);
  const address = network.origin ?? 'https://hooks.example.com/in?key=1';
  return network.build({ facts, settings: network.settings.parse(settings), credential: 'to ken', address });
}

/** The same, where it can be sent. */
export function request(
  format: string,
  facts: PostbackFacts,
  settings?: Record<string, unknown>,
): NetworkRequest {
  const built = build(format, facts, settings ?? SETTINGS[format]);
  if ('unsendable' in built) throw new Error(built.unsendable);
  return built;
}

/** The body of the request that a network would be sent, parsed. */
export const bodyOf = (format: string, facts: PostbackFacts, settings?: Record<string, unknown>) =>
  JSON.parse(request(format, facts, settings).body) as Record<string, unknown>;
