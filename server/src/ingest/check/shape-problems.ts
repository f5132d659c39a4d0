import type { EventFieldName } from '@tributary/sdk/wire/event-fields';
import { MAX_DEPTH } from '@tributary/sdk/wire/optional-fields';
import { fieldNamed } from '../fields/event-fields.ts';
import { MAX_MEMBERS } from '../parse/scan-members.ts';
import type { Rejection } from './step-result.ts';

/** What can be wrong with an event as a whole. */
export const OF_THE_EVENT = {
  noObject: 'an event must be an object',
  tooDeep: `the event is nested deeper than ${MAX_DEPTH} levels`,
  tooManyMembers: `the event has more than ${MAX_MEMBERS} top-level members`,
  hasPurpose: 'purpose must not be given: no event is signed for one',
} as const;

/** What can be wrong with any field; what else can be wrong, its rule says. */
export const OF_A_FIELD = { missing: 'is required', twice: 'is given twice' } as const;

/** What is said of a member that is not ours, without its name. */
export const MEMBER_TWICE = `a member ${OF_A_FIELD.twice}` as const;

/** One thing that is wrong with the shape of an event. */
export interface ShapeProblem {
  /** The field of ours that it is about. */
  readonly field?: EventFieldName;
  /** A clause for whoever sent the event. */
  readonly says: string;
  /** The same with nothing of the event in it. */
  readonly kept: string;
}

export function ofTheEvent(what: keyof typeof OF_THE_EVENT): ShapeProblem {
  return { says: OF_THE_EVENT[what], kept: OF_THE_EVENT[what] };
}

/** @param what completes a sentence that starts with the field's name. */
export function ofField(field: EventFieldName, what: string): ShapeProblem {
  const clause = `${field} ${what}`;
  return { field, says: clause, kept: clause };
}

/** @param name as the event has it: any text. */
export function givenTwice(name: string): ShapeProblem {
  const field = fieldNamed(name)?.name;
  if (field) return ofField(field, OF_A_FIELD.twice);
  return { says: `${name} ${OF_A_FIELD.twice}`, kept: MEMBER_TWICE };
}

/** The rejection of an event for what is wrong with its shape, at least one thing. */
export function rejectShape(problems: readonly ShapeProblem[]): Rejection {
  const clauses = new Set(problems.map(({ kept }) => kept));
  const fields = new Set(problems.flatMap(({ field }) => field ?? []));
  return {
    ok: false,
    code: 'VALIDATION_ERROR',
    error: problems.map(({ says }) => says).join('; '),
    kept: { error: [...clauses].join('; '), fields: [...fields] },
  };
}
