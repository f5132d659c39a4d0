import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNELS } from '../src/wire/event.ts';
import { EVENT_FIELDS, type EventFieldSpec, type FieldType } from '../src/wire/event-fields.ts';

const FILE = join(import.meta.dirname, '../src/wire/client-fields.ts');

const NUMBERS: readonly FieldType[] = ['ms', 's', 'amount'];
const UNITS: { readonly [Type in FieldType]?: string } = {
  ms: 'Unix ms',
  s: 'Unix s',
  amount: 'Major units, 0 or more',
  currency: 'ISO 4217',
  uuid: 'UUID v4',
};

/** The part of the table of fields that clients need: as little text as possible, since every app loads it. */
export function clientFields(table: Readonly<Record<string, EventFieldSpec>> = EVENT_FIELDS): string {
  const fields = Object.entries(table);
  // Money first: a client reads an app's properties in this order.
  fields.sort(([a], [b]) => Number(isMoney(b)) - Number(isMoney(a)));
  const setBy = (who: EventFieldSpec['setBy']) => fields.filter(([, spec]) => spec.setBy === who);
  return `// Written by \`npm run client-fields -w sdk\` from event-fields.ts.

/** What an app gives among the properties of \`trackEvent\`, and what it can be: so long a text, or a type of event-fields.ts. */
export const PROPERTY_FIELDS = {
${setBy('property').map(limit).join('')}} as const;

/** The same of all fields that the SDK does not make itself. */
export const CLIENT_FIELDS = {
  ...PROPERTY_FIELDS,
${setBy('device').map(limit).join('')}} as const;

/**
 * The properties of an event that move to its top level, so that reports know them; an app adds its own beside them. Where
 * one is null or undefined, the event has none.
 */
export interface ReportedProperties {
${setBy('property').map(member).join('')}}
`;
}

const isMoney = (name: string) => name === 'revenue' || name === 'currency';

/** Of what the service has a list of, only the length: what it refuses, the SDK repairs (transport/repair-fields.ts). */
const LONGEST: { readonly [Type in FieldType]?: number } = {
  channel: Math.max(...CHANNELS.map((channel) => channel.length)),
  currency: 3,
};

/** Of types that clients check as another, which one: a time is a whole number in either unit. */
const CHECKED_AS: { readonly [Type in FieldType]?: FieldType } = { ms: 's' };

function limit([name, { type, length }]: [string, EventFieldSpec]): string {
  return `  ${name}: ${length?.[1] ?? LONGEST[type] ?? `'${CHECKED_AS[type] ?? type}'`},\n`;
}

function member([name, { type, means }]: [string, EventFieldSpec]): string {
  const unit = UNITS[type] === undefined ? '' : ` ${UNITS[type]}.`;
  const held = NUMBERS.includes(type) ? 'number' : 'string';
  return `  /** ${means}${unit} */\n  ${name}?: ${held} | null | undefined;\n`;
}

if (import.meta.main) await writeFile(FILE, clientFields());
