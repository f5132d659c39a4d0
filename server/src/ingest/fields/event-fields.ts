import type { DeviceEvent } from '@tributary/sdk/wire/event';
import { EVENT_FIELD_RULES, type FieldRule } from './event-field-rules.ts';

/** A named field of an event. */
export interface EventField {
  readonly name: keyof DeviceEvent;
  /** Its position among the named fields, sorted by name. */
  readonly rank: number;
  readonly rule: FieldRule;
  /** Whether its text is stored in the event's row as the client wrote it. */
  readonly copied: boolean;
  /** Whether it is stored as an integer, which clients may write in many ways. */
  readonly isInteger: boolean;
}

const INTEGERS = new Set<string>([
  'timestamp',
  'sent_at',
  'age_ms',
  'referrer_click_ts',
  'install_begin_ts',
] satisfies (keyof DeviceEvent)[]);

const NOT_COPIED = new Set<string>([
  'signature',
  'device_fingerprint_components',
  'event_properties',
  'revenue',
] satisfies (keyof DeviceEvent)[]);

const names = Object.keys(EVENT_FIELD_RULES).sort() as (keyof DeviceEvent)[];

export const EVENT_FIELDS: readonly EventField[] = names.map((name, rank) => ({
  name,
  rank,
  rule: EVENT_FIELD_RULES[name],
  copied: !INTEGERS.has(name) && !NOT_COPIED.has(name),
  isInteger: INTEGERS.has(name),
}));

const byName = new Map<string, EventField>(EVENT_FIELDS.map((field) => [field.name, field]));

/** The field with this name; undefined for members that are signed and otherwise ignored. */
export function fieldNamed(name: string): EventField | undefined {
  return byName.get(name);
}
