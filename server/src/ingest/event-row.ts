import type { FingerprintComponents } from '@tributary/sdk/wire/event';
import type { CheckedEvent } from './check-shape.ts';
import { decimalText } from './decimal-text.ts';
import { COPIED_COLUMNS, type DerivedColumn } from './event-columns.ts';
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

const copied: ReadonlySet<string> = new Set(Object.keys(COPIED_COLUMNS));

/**
 * An event's row of `events` as the text of a JSON object.
 *
 * Members that are stored as they are keep the text that their client wrote: it has been checked, and printing it anew
 * is the dearest step of an event's way. Names are known ones, so that no member can pass for another.
 */
export function eventRow(event: CheckedEvent, members: readonly RawMember[], facts: EventFacts): string {
  const parts: string[] = [];
  let properties: string | undefined;
  let revenue: string | undefined;
  for (const { name, text, valueAt } of members) {
    if (copied.has(name)) {
      if (!facts.dropped.has(name)) parts.push(text);
    } else if (name === 'event_properties') properties = text.slice(valueAt);
    else if (name === 'revenue') revenue = text.slice(valueAt);
  }
  const derived: Record<DerivedColumn, string | number | null | undefined> = {
    occurred_at_ms: facts.occurredAt,
    received_at_ms: facts.receivedAt,
    client_timestamp: event.timestamp,
    sent_at: event.sent_at,
    age_ms: event.age_ms,
    referrer_click_ts: event.referrer_click_ts,
    install_begin_ts: event.install_begin_ts,
    device_key: facts.deviceKey,
    fingerprint_components: componentsText(event.device_fingerprint_components),
    fingerprint_hash: hexText(fingerprintHash(event, facts.network)),
    ip_network: facts.network,
    // Text inside text: what a client puts in it need not be anything that the database can read.
    event_properties: event.event_properties ? properties : undefined,
    revenue: event.revenue == null ? undefined : decimalText(revenue ?? '', event.revenue),
  };
  // JSON.stringify leaves undefined out, so absent and null both end as null in the table.
  parts.push(JSON.stringify(derived).slice(1));
  // Joined rather than added up: the row waits for its commit as one string instead of a tree of pieces.
  return `{${parts.join(',')}`;
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
