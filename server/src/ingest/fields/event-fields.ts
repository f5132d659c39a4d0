import {
  EVENT_FIELDS,
  type EventFieldName,
  type EventFieldSpec,
  type FieldType,
} from '@tributary/sdk/wire/event-fields';
import { EVENT_FIELD_RULES, type FieldRule } from './event-field-rules.ts';

/** A named field of an event. */
export interface EventField {
  readonly name: EventFieldName;
  /** Its position among the named fields, sorted by name. */
  readonly rank: number;
  readonly rule: FieldRule;
  readonly type: FieldType;
  /** Whether its text is stored in the event's row as the client wrote it. */
  readonly copied: boolean;
  /** Whether it is stored as an integer, which clients may write in many ways. */
  readonly isInteger: boolean;
}

const names = Object.keys(EVENT_FIELD_RULES).sort() as EventFieldName[];

export const FIELDS_BY_NAME: readonly EventField[] = names.map((name, rank) => {
  const { type, column }: EventFieldSpec = EVENT_FIELDS[name];
  const isInteger = type === 'ms' || type === 's';
  const copied = !isInteger && !['amount', 'properties', 'consent'].includes(type) && column !== null;
  return { name, rank, rule: EVENT_FIELD_RULES[name], type, copied, isInteger };
});

const byName = new Map<string, EventField>(FIELDS_BY_NAME.map((field) => [field.name, field]));

/** The field with this name; undefined for members that are signed and otherwise ignored. */
export function fieldNamed(name: string): EventField | undefined {
  return byName.get(name);
}
