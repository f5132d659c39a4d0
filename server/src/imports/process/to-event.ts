import { deviceKey, deviceKeyOf } from '../../attribution/devices/device-key.ts';
import type { QueuedEvent } from '../../attribution/event-queue/queued-event.ts';
import type { ImportRow } from '../import-row.ts';
import type { ImportTarget } from './import-target.ts';

/** An imported event, as the steps of attribution take it. */
export interface ImportedEvent extends QueuedEvent {
  readonly external_id: string | null;
}

const UNKNOWN = {
  idfv: null,
  idfa: null,
  language: null,
  time_zone: null,
  click_id: null,
  referrer: null,
  referrer_click_ts: null,
  install_begin_ts: null,
  integrity_token: null,
  sent_at: null,
  age_ms: null,
  key_resolved_at: null,
};

/**
 * The event that a row is stored as. Its id follows from job and row: a row that is processed again is the same event.
 *
 * @param now Unix ms.
 */
export function toEvent(
  row: ImportRow,
  { customerId, appId, jobId, platform }: ImportTarget,
  campaignId: string | null,
  now: number,
): ImportedEvent {
  const { installation_id, android_id, gaid, external_id } = row;
  const keyOfExternal = external_id === null ? undefined : deviceKeyOf('external_id', external_id);
  return {
    ...UNKNOWN,
    customer_id: customerId,
    app_id: appId,
    event_id: `import:${jobId}:${row.row}`,
    event_type: row.event_type,
    sdk_version: userAgentOf(platform),
    device_key: deviceKey({ installation_id, android_id, gaid }) ?? keyOfExternal ?? null,
    installation_id,
    android_id,
    gaid,
    external_id,
    user_id: row.user_id,
    campaign_id: campaignId,
    channel: row.channel,
    device_model: row.device_model,
    os_name: row.os_name,
    os_version: row.os_version,
    app_version: row.app_version,
    fingerprint_components: JSON.stringify({ user_agent: userAgentOf(platform) }),
    ip_network: row.ip_network,
    country: /^[a-z]{2}$/i.test(row.country_code ?? '') ? (row.country_code?.toUpperCase() ?? null) : null,
    revenue: row.revenue,
    currency: row.currency,
    occurred_at: row.occurred_at,
    received_at: now,
    client_timestamp: row.occurred_at,
  };
}

/** The event as the table of events takes it. */
export function toEventRow(event: ImportedEvent, row: ImportRow): object {
  const {
    external_id: _,
    key_resolved_at: _resolved,
    occurred_at,
    received_at,
    client_timestamp,
    ...columns
  } = event;
  const { country_code, custom_event_name } = row;
  return {
    ...columns,
    custom_event_name,
    event_properties: country_code === null ? null : JSON.stringify({ country_code }),
    timestamp: client_timestamp,
    occurred_at_ms: occurred_at,
    received_at_ms: received_at,
  };
}

function userAgentOf(platform: string): string {
  return `migration-import/${platform}`;
}
