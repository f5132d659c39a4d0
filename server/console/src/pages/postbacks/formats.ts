import type { InputOf } from '../../client/procedures.ts';

type Format = InputOf<'create_ad_network_config'>['p_postback_format'];

const NAMES: Readonly<Record<string, string>> = {
  canonical: 'Your own server (canonical)',
  network_a_conversions: 'Meta Conversions API',
  network_b_app: 'Google Ads app conversions',
  network_c_campaign_manager: 'Campaign Manager 360',
  network_d_conversions: 'Snapchat Conversions API',
  network_e_events: 'TikTok Events API',
};

/** An example of each format’s settings, as JSON; the docs say where each value is found. */
export const SETTINGS: Readonly<Record<string, string>> = {
  network_a_conversions: '{"dataset_id": "", "api_version": "v21.0", "event_name": "Purchase"}',
  network_b_app: '{"link_id": ""}',
  network_c_campaign_manager:
    '{"profile_id": "", "floodlight_configuration_id": "", "floodlight_activity_id": ""}',
  network_d_conversions: '{"pixel_id": "", "event_name": "PURCHASE"}',
  network_e_events: '{"event_source_id": "", "event_name": "Purchase"}',
};

/** The formats to choose from. */
export const FORMATS = Object.entries(NAMES).map(([id, name]) => ({ id: id as Format, name }));

/** As a person reads a format; one that is new here stays as it is. */
export const nameOfFormat = (format: string): string => NAMES[format] ?? format;
