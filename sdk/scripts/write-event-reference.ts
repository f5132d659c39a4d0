import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNELS, EVENT_TYPES } from '../src/wire/event.ts';
import { EVENT_FIELDS, type EventFieldSpec, type FieldType } from '../src/wire/event-fields.ts';

const FILE = join(import.meta.dirname, '../../docs/events.md');

const HOLDS: Readonly<Record<FieldType, string>> = {
  text: 'text',
  uuid: 'UUID v4',
  device_uuid: 'UUID; one of zeros alone counts as none',
  ms: 'whole number of ms',
  s: 'whole number of s',
  amount: 'number of 0 or more, in major units',
  currency: 'ISO 4217 code',
  digest: '64 hex characters',
  event_type: 'an event type',
  channel: 'a channel',
  properties: 'object',
  consent: 'object of the booleans `eea`, `ad_user_data` and `ad_personalization`, each optional',
  sealed: 'text',
  fingerprint: 'object: `user_agent`, `device_model`, `os_version`, and optionally `screen_resolution`',
};

const SET_BY = { property: 'the app, with `trackEvent`', device: 'device or user', sdk: 'the SDK' } as const;

/** What is stored in strict privacy mode, of what otherwise is. */
const STRICT = {
  kept: '',
  dropped: '; not in strict privacy mode',
  cleaned: '; without ids of devices in strict privacy mode',
} as const satisfies Record<EventFieldSpec['strict'], string>;

/** The reference of events, from the table of their fields. */
export function eventReference(): string {
  const rows = Object.entries<EventFieldSpec>(EVENT_FIELDS).map(row);
  return `# Events

Written by \`npm run event-reference -w sdk\` from the table of fields (\`sdk/src/wire/event-fields.ts\`).

An event is a JSON object. These members have a meaning; others are part of what is signed, and otherwise ignored. Texts are
counted in UTF-16 code units and have no NUL and no half surrogate pairs; times are those of the device's clock, from 0 to the end of the
year 9999. A required member that is wrong costs the event, an optional one only itself.

An event counts as of its \`timestamp\`, corrected by \`age_ms\` or \`sent_at\`. One that would so be before 2000, or after its arrival, is
dated by its arrival: \`is_dated_by_arrival\` says so of it in \`check_event\`, the live view, \`device_timeline\`, \`explain_attribution\` and
the export, where \`timestamp\` stays as it was sent.

| Field | Holds | Set by | Stored | Exported | |
|---|---|---|---|---|---|
${rows.join('\n')}

**Event types**: ${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}.

**Channels**: ${CHANNELS.map((channel) => `\`${channel}\``).join(', ')}.

Fields marked * may identify a device or a person. They are in no log, and \`erase_device\` removes them with the events.
`;
}

function row([name, spec]: [string, EventFieldSpec]): string {
  const { type, length, required, setBy, strict, column = name, notExported, personal, means } = spec;
  const holds = length
    ? `${HOLDS[type]}, ${length[0] > 0 ? `${length[0]} to ` : 'at most '}${length[1]}`
    : HOLDS[type];
  const isDerived = type === 'fingerprint';
  const stored = column !== null || isDerived ? 'yes' : 'no: signed only';
  const exported = notExported === undefined ? (stored === 'yes' ? 'yes' : 'no') : `no: ${notExported}`;
  const inStrictMode = stored === 'yes' ? STRICT[strict] : '';
  const mark = personal ? '\\*' : '';
  return `| \`${name}\`${mark} | ${holds}${required ? '; **required**' : ''} | ${SET_BY[setBy]} | ${stored}${inStrictMode} | ${exported} | ${means} |`;
}

if (import.meta.main) await writeFile(FILE, eventReference());
