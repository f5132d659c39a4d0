import { randomUUID } from 'node:crypto';
import type { ClickRecord } from '../click-record.ts';

/** A click of no known link, device or place. @param members what it is beside that */
export const clickRecord = (members: Partial<ClickRecord> = {}): ClickRecord => ({
  customer_id: randomUUID(),
  click_id: randomUUID(),
  app_id: randomUUID(),
  link_id: null,
  campaign_id: null,
  channel: 'sms',
  source: 'link',
  clicked_at: Date.now(),
  recorded_at: Date.now(),
  gaid: null,
  android_id: null,
  idfv: null,
  idfa: null,
  installation_id: null,
  ip_network: '203.0.113.0/24',
  country: null,
  user_agent: null,
  device_model: null,
  os_name: null,
  os_version: null,
  language: null,
  visit_params: null,
  excluded_because: null,
  original_click_id: null,
  rule_index: null,
  rule_url: null,
  code_hash: null,
  ...members,
});
