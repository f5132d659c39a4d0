import type { ImportSource } from './import-source.ts';

export const sourceB: ImportSource = {
  name: 'source_b',
  columns: {
    installed_at: 'installed_at',
    event: 'event_type',
    event_name: 'event_type',
    gps_adid: 'gaid',
    android_id: 'android_id',
    user_id: 'user_id',
    campaign_name: 'campaign_name',
    network_name: 'channel',
    attribution_type: 'attribution_model',
    revenue_usd: 'revenue',
    reporting_revenue: 'revenue',
    country: 'country_code',
    ip_address: 'ip',
    device_name: 'device_model',
    os_name: 'os_name',
    os_version: 'os_version',
    app_version: 'app_version',
  },
  currencyOf: { revenue_usd: 'USD' },
  translation: { installs: ['install'], purchases: [] },
};
