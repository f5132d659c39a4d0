import type { FingerprintComponents } from '@tributary/sdk/wire/event';
import type { CheckedEvent } from '../check/check-shape.ts';
import { decimalText } from '../parse/decimal-text.ts';
import { JsonCursor } from '../parse/json-cursor.ts';
import { type RawMember, scanMembers } from '../parse/scan-members.ts';
import type { SubmittedEvent } from '../parse/submitted-event.ts';
import { fingerprintHash } from './fingerprint-hash.ts';

/** What the server has determined about an event. Times are Unix ms. */
export interface EventFacts {
  readonly occurredAt: number;
  readonly receivedAt: number;
  readonly deviceKey: string | undefined;
  /** The client's network as CIDR text, if its address is known. */
  readonly network: string | undefined;
  /** Of the network, two letters; null if it is not known. */
  readonly country: string | null;
  /** When its installation resolved its key; undefined where nothing proves it. */
  readonly keyResolvedAt: number | undefined;
  /** What it states of consent, as text; undefined for nothing. */
  readonly consent: string | undefined;
  /** Members that are not stored as they were sent, with what is stored instead. */
  readonly changed: ReadonlyMap<string, string | null>;
}

/**
 * An event's row of `events` as the text of a JSON object.
 *
 * If the database can read the signed text, the row starts with that text: serialising an event again would be the most
 * expensive step. The server's own members follow it, and of two members with the same name the last counts.
 */
export function eventRow(event: CheckedEvent, sent: SubmittedEvent, facts: EventFacts): string {
  const { canonical, members } = sent;
  // An escape may represent a character that the database's text cannot store.
  const readable = members === undefined && !canonical.includes('\\u');
  const copied = readable
    ? canonical.slice(1, -1)
    : copiedMembers(event, members ?? scanMembers(new JsonCursor(canonical)) ?? []);
  let derived = derivedMembers(event, facts);
  for (const [name, value] of facts.changed) derived += `,"${name}":${JSON.stringify(value)}`;
  return `{${copied}${derived}}`;
}

/** The stored members, for a text with more in it than the database can read. */
function copiedMembers(event: CheckedEvent, members: readonly RawMember[]): string {
  const parts: string[] = [];
  for (const { field, text, valueAt } of members) {
    if (field?.copied) parts.push(text);
    // Nested JSON: it may contain anything, including what the database cannot read.
    else if (field?.type === 'properties' && event[field.name] != null) {
      parts.push(`"${field.name}":${JSON.stringify(text.slice(valueAt))}`);
    } else if (field?.type === 'amount' && event[field.name] != null) {
      parts.push(`"${field.name}":"${decimalText(text.slice(valueAt), event[field.name] as number)}"`);
    } else if (field?.isInteger) parts.push(`"${field.name}":${String(event[field.name])}`);
  }
  return parts.join(',');
}

/** Absent ones are null explicitly, because a client may have sent members with these names. */
function derivedMembers(event: CheckedEvent, facts: EventFacts): string {
  const { occurredAt, receivedAt, deviceKey, network, country, keyResolvedAt, consent } = facts;
  const components = event.device_fingerprint_components;
  const hash = components == null ? null : `\\\\x${fingerprintHash(event, network)}`;
  return (
    `,"occurred_at_ms":${occurredAt},"received_at_ms":${receivedAt},"device_key":${quoted(deviceKey)}` +
    `,"ip_network":${quoted(network)},"country":${quoted(country)},"fingerprint_hash":${quoted(hash)}` +
    `,"key_resolved_at_ms":${keyResolvedAt ?? null}` +
    (event.consent == null ? '' : `,"consent":${consent === undefined ? null : JSON.stringify(consent)}`) +
    `,"fingerprint_components":${components == null ? null : JSON.stringify(componentsText(components))}`
  );
}

function quoted(text: string | null | undefined): string {
  return text == null ? 'null' : `"${text}"`;
}

/** Only the documented components are kept. */
function componentsText(components: FingerprintComponents): string {
  const { user_agent, device_model, os_version, screen_resolution } = components;
  return JSON.stringify({ user_agent, device_model, os_version, screen_resolution });
}
