import type { FingerprintComponents } from '@tributary/sdk/wire/event';
import type { CheckedEvent } from './check-shape.ts';
import { decimalText } from './decimal-text.ts';
import type { DerivedColumn } from './event-columns.ts';
import { fingerprintHash } from './fingerprint-hash.ts';
import type { RawMember } from './scan-members.ts';

/** What the server has found out about an event. Times are Unix ms. */
export interface EventFacts {
  readonly occurredAt: number;
  readonly receivedAt: number;
  readonly deviceKey: string | undefined;
  /** The client's network as CIDR text, if its address is known. */
  readonly network: string | undefined;
  /** Members that are not stored. */
  readonly dropped: ReadonlySet<string>;
}

/**
 * An event's row of `events` as the text of a JSON object.
 *
 * Members that are stored as they are keep the text that their client wrote: it has been checked, and printing it anew
 * is the dearest step of an event's way. Names are known ones, so that no member can pass for another.
 */
export function eventRow(event: CheckedEvent, members: readonly RawMember[], facts: EventFacts): string {
  const { occurredAt, receivedAt, deviceKey, network, dropped } = facts;
  const parts = [
    `"occurred_at_ms":${occurredAt},"received_at_ms":${receivedAt},"client_timestamp":${event.timestamp}`,
  ];
  const add = (column: DerivedColumn, value: string | number | null | undefined) => {
    if (value != null) parts.push(`"${column}":${typeof value === 'string' ? JSON.stringify(value) : value}`);
  };
  for (const { field, text, valueAt } of members) {
    if (field === undefined) continue;
    if (field.copied && !dropped.has(field.name)) parts.push(text);
    // Text inside text: what a client puts in it need not be anything that the database can read.
    else if (field.name === 'event_properties' && event.event_properties)
      add(field.name, text.slice(valueAt));
    else if (field.name === 'revenue' && event.revenue != null) {
      add(field.name, decimalText(text.slice(valueAt), event.revenue));
    }
  }
  add('sent_at', event.sent_at);
  add('age_ms', event.age_ms);
  add('referrer_click_ts', event.referrer_click_ts);
  add('install_begin_ts', event.install_begin_ts);
  if (deviceKey !== undefined) parts.push(`"device_key":"${deviceKey}"`);
  if (network !== undefined) parts.push(`"ip_network":"${network}"`);
  if (event.device_fingerprint_components != null) {
    add('fingerprint_components', componentsText(event.device_fingerprint_components));
    add('fingerprint_hash', `\\x${fingerprintHash(event, network)}`);
  }
  // Joined rather than added up: the row waits for its commit as one string instead of a tree of pieces.
  return `{${parts.join(',')}}`;
}

/** Only the described components are kept. */
function componentsText(components: FingerprintComponents): string {
  const { user_agent, device_model, os_version, screen_resolution } = components;
  return JSON.stringify({ user_agent, device_model, os_version, screen_resolution });
}
