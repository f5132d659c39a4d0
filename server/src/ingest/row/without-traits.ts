import { EVENT_FIELDS, type EventFieldName, type EventFieldSpec } from '@tributary/sdk/wire/event-fields';
import { withoutDeviceParameters } from '../../attribution/devices/device-parameters.ts';
import type { CheckedEvent } from '../check/check-shape.ts';
import { FIELDS_BY_NAME } from '../fields/event-fields.ts';

/** The fields that the table has so for apps in strict privacy mode. */
export type StrictField<Strict extends EventFieldSpec['strict']> = {
  [Name in EventFieldName]: (typeof EVENT_FIELDS)[Name]['strict'] extends Strict ? Name : never;
}[EventFieldName];

const NAMES = FIELDS_BY_NAME.map(({ name }) => name);
const DROPPED = NAMES.filter(
  (name): name is StrictField<'dropped'> => EVENT_FIELDS[name].strict === 'dropped',
);
const CLEANED = NAMES.filter(
  (name): name is StrictField<'cleaned'> => EVENT_FIELDS[name].strict === 'cleaned',
);

/** Those that the row would have as they were sent. */
export const STRICTLY_CHANGED = [...DROPPED, ...CLEANED].filter((name) => {
  const { column }: EventFieldSpec = EVENT_FIELDS[name];
  return column !== null;
});

/** What an app in strict privacy mode stores of an event. */
export function withoutTraits(event: CheckedEvent): CheckedEvent {
  const kept: { -readonly [Name in keyof CheckedEvent]: CheckedEvent[Name] } = { ...event };
  for (const name of DROPPED) kept[name] = null;
  for (const name of CLEANED) {
    const query = kept[name];
    kept[name] = query == null ? null : withoutDeviceParameters(query);
  }
  return kept;
}
