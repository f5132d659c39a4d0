import type { DeviceEvent } from '@tributary/sdk/wire/event';
import { MAX_DEPTH } from '@tributary/sdk/wire/optional-fields';
import { FIELDS_BY_NAME } from '../fields/event-fields.ts';
import { duplicateNames } from '../parse/scan-members.ts';
import type { SubmittedEvent } from '../parse/submitted-event.ts';
import {
  givenTwice,
  OF_A_FIELD,
  ofField,
  ofTheEvent,
  rejectShape,
  type ShapeProblem,
} from './shape-problems.ts';
import type { StepResult } from './step-result.ts';

/** An event whose named fields follow the rules; null in an optional field means absent. */
export type CheckedEvent = {
  readonly [K in keyof DeviceEvent]: undefined extends DeviceEvent[K]
    ? DeviceEvent[K] | null
    : DeviceEvent[K];
};

const requiredFields = FIELDS_BY_NAME.filter(({ rule }) => rule.required);

/**
 * Checks one event against the rules of its fields.
 *
 * The error of a failed check names every invalid field. Members without a rule are accepted.
 */
export function checkShape(sent: SubmittedEvent): StepResult<CheckedEvent> {
  const { value, members, depth, hasTooManyMembers } = sent;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return rejectShape([ofTheEvent('noObject')]);
  }
  const wrong = wrongFields(value as Record<string, unknown>);
  if (depth > MAX_DEPTH) wrong.push(ofTheEvent('tooDeep'));
  if (hasTooManyMembers) wrong.push(ofTheEvent('tooManyMembers'));
  // What is signed for something else, such as a request to be forgotten, is no event.
  if (Object.hasOwn(value, 'purpose')) wrong.push(ofTheEvent('hasPurpose'));
  for (const name of duplicateNames(members ?? [])) wrong.push(givenTwice(name));
  if (wrong.length > 0) return rejectShape(wrong);
  return { ok: true, value: value as CheckedEvent };
}

function wrongFields(event: Record<string, unknown>): ShapeProblem[] {
  const wrong: ShapeProblem[] = [];
  for (const { name } of requiredFields)
    if (event[name] == null) wrong.push(ofField(name, OF_A_FIELD.missing));
  for (const { name, rule } of FIELDS_BY_NAME) {
    const value = event[name];
    if (value != null && !rule.fits(value)) wrong.push(ofField(name, rule.says));
  }
  return wrong;
}
