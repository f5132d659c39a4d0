/** What a column of an imported file can fill. */
export const SERVICE_FIELDS = [
  'installed_at',
  'event_timestamp',
  'event_type',
  'custom_event_name',
  'installation_id',
  'android_id',
  'gaid',
  'external_device_id',
  'user_id',
  'campaign_name',
  'channel',
  'attribution_model',
  'revenue',
  'currency',
  'country_code',
  'ip',
  'device_model',
  'os_name',
  'os_version',
  'app_version',
] as const;
export type ServiceField = (typeof SERVICE_FIELDS)[number];
