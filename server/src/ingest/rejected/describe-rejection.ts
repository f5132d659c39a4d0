import { REJECTIONS } from '../check/rejections.ts';
import { EVENT_FIELDS } from '../fields/event-fields.ts';

/** Sentences about a whole event, none of which repeats anything of it. */
const OF_THE_EVENT =
  /^(an event must be an object|the event is nested deeper than \d+ levels|the event has more than \d+ top-level members)$/;

const FIELD_OF = new Map<string, string>(
  EVENT_FIELDS.flatMap(({ name, rule }) => [
    [`${name} is required`, name],
    [`${name} ${rule.says}`, name],
    [`${name} is given twice`, name],
  ]),
);

const SENTENCES = new Set<string>(Object.values(REJECTIONS).map(({ error }) => error));

/** What is kept of a refusal: the fields of ours that it is about, and an error that has nothing of the event in it. */
export function describeRejection(error: string): {
  readonly error: string;
  readonly fields: readonly string[];
} {
  if (error === REJECTIONS.badSignature.error) return { error, fields: ['signature'] };
  if (SENTENCES.has(error)) return { error, fields: [] };
  const fields = new Set<string>();
  const clauses = new Set<string>();
  for (const clause of error.split('; ')) {
    const field = FIELD_OF.get(clause);
    if (field) fields.add(field);
    clauses.add(field || OF_THE_EVENT.test(clause) ? clause : 'a member is given twice');
  }
  return { error: [...clauses].join('; '), fields: [...fields] };
}
