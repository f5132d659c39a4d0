import type { ImportSource } from './import-source.ts';

export const sourceC: ImportSource = {
  name: 'source_c',
  columns: {
    Timestamp: 'event_timestamp',
    Name: 'event_type',
    AAID: 'gaid',
    user_data_aaid: 'gaid',
    developer_identity: 'user_id',
    Campaign: 'campaign_name',
    last_attributed_touch_data_tilde_campaign: 'campaign_name',
    Channel: 'channel',
    last_attributed_touch_data_tilde_channel: 'channel',
    Revenue: 'revenue',
    Country: 'country_code',
    user_data_geo_country_code: 'country_code',
    user_data_ip: 'ip',
    OS: 'os_name',
    user_data_os: 'os_name',
    'OS Version': 'os_version',
    user_data_os_version: 'os_version',
    'App Version': 'app_version',
    user_data_app_version: 'app_version',
  },
  translation: { installs: ['install'], purchases: [] },
};
