import type { FingerprintComponents } from '@tributary/sdk/wire/event';
import type { CheckedEvent } from './check-shape.ts';
import { decimalText } from './decimal-text.ts';
import { deviceKey } from './device-key.ts';
import type { EventColumn } from './event-columns.ts';
import { fingerprintHash } from './fingerprint-hash.ts';
import type { RawMember } from './scan-members.ts';
import { trueTime } from './true-time.ts';

/** A verified event, ready for the writer. Ids are in lower case. */
export interface StorableEvent {
  readonly customerId: string;
  readonly appId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly deviceKey: string | undefined;
  /** UTC day of the event's true time, as 2026-01-31. */
  readonly day: string;
  /** First day of the UTC month that it arrived in, whose allowance it uses. */
  readonly month: string;
  /** Events a month that the account's plan allows; Infinity for no limit. */
  readonly monthlyLimit: number;
  /** Its row of `events` as a JSON object; members of null are left out. */
  readonly row: string;
}

/** What the server adds to an event. */
export interface Arrival {
  /** Unix ms, server clock. */
  readonly at: number;
  /** The client's network as CIDR text, if its address is known. */
  readonly network: string | undefined;
}

const NO_ADVERTISING_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Turns a verified event into what is stored of it. An all-zero gaid, which says that the person limits ad tracking,
 * is dropped here; it was part of what was signed.
 */
export function toStorableEvent(
  event: CheckedEvent,
  members: readonly RawMember[],
  arrival: Arrival,
  monthlyLimit: number,
): StorableEvent {
  const ids = {
    installation_id: event.installation_id?.toLowerCase(),
    android_id: event.android_id || undefined,
    gaid: event.gaid === NO_ADVERTISING_ID ? undefined : event.gaid || undefined,
  };
  const key = deviceKey(ids);
  const occurredAt = new Date(trueTime(event, arrival.at)).toISOString();
  const receivedAt = new Date(arrival.at).toISOString();
  const customerId = event.customer_id.toLowerCase();
  const appId = event.app_id.toLowerCase();
  // JSON.stringify leaves undefined out, so absent and null both end as null in the table.
  const row: Record<EventColumn, string | number | undefined> = {
    customer_id: customerId,
    app_id: appId,
    event_id: event.event_id,
    event_type: event.event_type,
    occurred_at: occurredAt,
    received_at: receivedAt,
    client_timestamp: event.timestamp,
    sent_at: event.sent_at ?? undefined,
    age_ms: event.age_ms ?? undefined,
    sdk_version: event.sdk_version,
    device_key: key,
    ...ids,
    user_id: event.user_id || undefined,
    click_id: event.click_id ?? undefined,
    campaign_id: event.campaign_id ?? undefined,
    channel: event.channel ?? undefined,
    referrer: event.referrer ?? undefined,
    referrer_click_ts: event.referrer_click_ts ?? undefined,
    install_begin_ts: event.install_begin_ts ?? undefined,
    device_model: event.device_model ?? undefined,
    os_name: event.os_name ?? undefined,
    os_version: event.os_version ?? undefined,
    app_version: event.app_version ?? undefined,
    screen_resolution: event.screen_resolution ?? undefined,
    fingerprint_components: componentsText(event.device_fingerprint_components),
    fingerprint_hash: hexText(fingerprintHash(event, arrival.network)),
    ip_network: arrival.network,
    event_properties: event.event_properties ? rawValue(members, 'event_properties') : undefined,
    revenue: event.revenue == null ? undefined : decimalText(rawValue(members, 'revenue'), event.revenue),
    currency: event.currency ?? undefined,
    custom_event_name: event.custom_event_name ?? undefined,
    integrity_token: event.integrity_token ?? undefined,
    push_token: event.push_token ?? undefined,
  };
  return {
    customerId,
    appId,
    eventId: event.event_id,
    eventType: event.event_type,
    deviceKey: key,
    day: occurredAt.slice(0, 10),
    month: `${receivedAt.slice(0, 7)}-01`,
    monthlyLimit,
    row: JSON.stringify(row),
  };
}

function rawValue(members: readonly RawMember[], name: string): string {
  const member = members.find((candidate) => candidate.name === name);
  return member === undefined ? '' : member.text.slice(member.valueAt);
}

/** Only the described components are kept. */
function componentsText(components: FingerprintComponents | null | undefined): string | undefined {
  if (components == null) return undefined;
  const { user_agent, device_model, os_version, screen_resolution } = components;
  return JSON.stringify({ user_agent, device_model, os_version, screen_resolution });
}

function hexText(hex: string | undefined): string | undefined {
  return hex === undefined ? undefined : `\\x${hex}`;
}
