import type { REJECTIONS } from '../../../../src/ingest/check/rejections.ts';
import type { MEMBER_TWICE, OF_A_FIELD, OF_THE_EVENT } from '../../../../src/ingest/check/shape-problems.ts';

/** Why an event was refused, as `list_rejected_events` and the live view say it. */
export interface Refusal {
  readonly code: string;
  readonly error: string;
}

type SentenceOf<Table> = Table[keyof Table];
type Rejected = SentenceOf<{ [Cause in keyof typeof REJECTIONS]: (typeof REJECTIONS)[Cause]['error'] }>;

const TWICE = 'Write each member once: JSON keeps only one of two.';

/** What to change, by what the service says. One that is reworded there does not compile here. */
const BY_SENTENCE: Readonly<
  Record<Rejected | SentenceOf<typeof OF_THE_EVENT> | typeof MEMBER_TWICE, string>
> = {
  'unknown or inactive account or app':
    'Send the customer_id and app_id that GET /v1/resolve-key answers for the key: those of the code on this page. If they are the same, the app was deactivated: the page “Apps” shows it.',
  'the signature does not match the event':
    'Sign exactly the text that you send: the members sorted by name, no white space, without signature. The key of the HMAC-SHA256 is the sdk_secret that GET /v1/resolve-key answers, as text. “Check an event” below shows the text that has to be signed.',
  'signed more than 10 minutes from the current time: check the clock':
    'Set the clock of the machine that signs. For an event that happened earlier, leave timestamp as it is and put the time of signing into sent_at.',
  'too many requests for this app':
    'Send up to 50 events in a request, and wait as long as Retry-After says.',
  "the plan's monthly allowance of events is used up":
    'Nothing in the event: the page “Usage” shows the plan and the month.',
  'installation_id asked to be forgotten: nothing of it is stored':
    'Nothing in the event: the user of this installation asked to be forgotten, for good. To test on, remove the app or clear its storage, which gives it a new installation_id.',
  'the event contains a value that cannot be stored':
    'Take NUL characters and half surrogate pairs out of its texts.',
  'an event must be an object': 'Send a JSON object, or up to 50 of them as {"events": […]}.',
  'the event is nested deeper than 32 levels': 'Flatten event_properties.',
  'the event has more than 256 top-level members': 'Put members of your own into event_properties.',
  'purpose must not be given: no event is signed for one': 'Put a purpose of your own into event_properties.',
  'a member is given twice': TWICE,
};

/** What to change about a field, by what follows its name. */
const OF_FIELD: Readonly<Record<SentenceOf<typeof OF_A_FIELD>, (field: string) => string>> = {
  'is required': (field) => `Add ${field} to the event.`,
  'is given twice': () => TWICE,
};

const FROM_THE_KEY = new Set(['customer_id', 'app_id']);

/** What to change about an event that was refused, a sentence for each thing that was wrong. */
export function advise({ code, error }: Refusal): readonly string[] {
  if (code === 'INTERNAL_ERROR')
    return ['Nothing: this is a fault of the service. Send the same event again.'];
  return error.split('; ').map(adviseClause);
}

function adviseClause(clause: string): string {
  if (isKeyOf(BY_SENTENCE, clause)) return BY_SENTENCE[clause];
  const nameEnd = clause.indexOf(' ');
  const [field, problem] = [clause.slice(0, nameEnd), clause.slice(nameEnd + 1)];
  if (problem !== 'is given twice' && FROM_THE_KEY.has(field))
    return `Take ${field} from the code on this page.`;
  return isKeyOf(OF_FIELD, problem) ? OF_FIELD[problem](field) : `Change ${field}: it ${problem}.`;
}

function isKeyOf<Key extends string>(table: Readonly<Record<Key, unknown>>, text: string): text is Key {
  return Object.hasOwn(table, text);
}
