/** Why an event was refused, as ingest and `check_event` say it. */
export interface Refusal {
  readonly code: string;
  readonly error: string;
}

/** What to change, by the sentence. */
const BY_SENTENCE: readonly (readonly [RegExp, string])[] = [
  [
    /^unknown or inactive account or app/,
    'Send the customer_id and app_id that GET /v1/resolve-key answers for the key: those of the code on this page. If they are the same, the app was deactivated: the page “Apps” shows it.',
  ],
  [
    /^the signature does not match/,
    'Sign exactly the text that you send: the members sorted by name, no white space, without signature. The key of the HMAC-SHA256 is the sdk_secret that GET /v1/resolve-key answers, as text. “Check an event” below shows the text that has to be signed.',
  ],
  [
    /^signed more than 10 minutes/,
    'Set the clock of the machine that signs. For an event that happened earlier, leave timestamp as it is and put the time of signing into sent_at.',
  ],
  [/^too many requests/, 'Send up to 50 events in a request, and wait as long as Retry-After says.'],
  [/^the plan's monthly allowance/, 'Nothing in the event: the page “Usage” shows the plan and the month.'],
  [
    /asked to be forgotten/,
    'Nothing in the event: the user of this installation asked to be forgotten, for good. To test on, remove the app or clear its storage, which gives it a new installation_id.',
  ],
  [/cannot be stored$/, 'Take NUL characters and half surrogate pairs out of its texts.'],
  [/^an event must be an object/, 'Send a JSON object, or up to 50 of them as {"events": […]}.'],
  [/nested deeper/, 'Flatten event_properties.'],
  [/top-level members$/, 'Put members of your own into event_properties.'],
  [/given twice$/, 'Write each member once: JSON keeps only one of two.'],
];

const FROM_THE_KEY = new Set(['customer_id', 'app_id']);

/** What to change about an event that was refused, a sentence for each thing that was wrong. */
export function advise({ code, error }: Refusal): readonly string[] {
  if (code === 'INTERNAL_ERROR')
    return ['Nothing: this is a fault of the service. Send the same event again.'];
  return error.split('; ').map(adviseClause);
}

function adviseClause(clause: string): string {
  const known = BY_SENTENCE.find(([pattern]) => pattern.test(clause));
  if (known) return known[1];
  const [, field = '', rule = ''] = /^(\w+) (.+)$/.exec(clause) ?? [];
  if (FROM_THE_KEY.has(field)) return `Take ${field} from the code on this page.`;
  return rule === 'is required' ? `Add ${field} to the event.` : `Change ${field}: it ${rule}.`;
}
