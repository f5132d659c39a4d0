import type { DeviceEvent } from '@tributary/sdk/wire/event';
import { MAX_DEPTH } from '@tributary/sdk/wire/optional-fields';
import { EVENT_FIELDS } from '../fields/event-fields.ts';
import { duplicateNames, MAX_MEMBERS } from '../parse/scan-members.ts';
import type { SubmittedEvent } from '../parse/submitted-event.ts';
import { reject, type StepResult } from './step-result.ts';

/** An event whose named fields follow the rules; null in an optional field means absent. */
export type CheckedEvent = {
  readonly [K in keyof DeviceEvent]: undefined extends DeviceEvent[K]
    ? DeviceEvent[K] | null
    : DeviceEvent[K];
};

const requiredFields = EVENT_FIELDS.filter(({ rule }) => rule.required);

/**
 * Checks one event against the rules of its fields.
 *
 * The error of a failed check names every invalid field. Members without a rule are accepted.
 */
export function checkShape(sent: SubmittedEvent): StepResult<CheckedEvent> {
  const { value, members, depth, hasTooManyMembers } = sent;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return reject('VALIDATION_ERROR', 'an event must be an object');
  }
  const wrong = wrongFields(value as Record<string, unknown>);
  if (depth > MAX_DEPTH) wrong.push(`the event is nested deeper than ${MAX_DEPTH} levels`);
  if (hasTooManyMembers) wrong.push(`the event has more than ${MAX_MEMBERS} top-level members`);
  for (const name of duplicateNames(members ?? [])) wrong.push(`${name} is given twice`);
  if (wrong.length > 0) return reject('VALIDATION_ERROR', wrong.join('; '));
  return { ok: true, value: value as CheckedEvent };
}

function wrongFields(event: Record<string, unknown>): string[] {
  const wrong: string[] = [];
  for (const { name } of requiredFields) if (event[name] == null) wrong.push(`${name} is required`);
  for (const { name, rule } of EVENT_FIELDS) {
    const value = event[name];
    if (value != null && !rule.fits(value)) wrong.push(`${name} ${rule.says}`);
  }
  return wrong;
}
