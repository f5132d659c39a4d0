import { EVENT_FIELDS, type EventFieldSpec, type FieldType } from '@tributary/sdk/wire/event-fields';
import { DERIVED_COLUMNS } from '../events/derived-columns.ts';

/** A member of the JSON that a row is made of, and the column that it goes into. */
interface Member {
  readonly name: string;
  readonly sqlType: string;
  readonly column: string;
  /** SQL of what is stored. */
  readonly value: string;
}

const SQL_TYPES: Readonly<Record<FieldType, string>> = {
  text: 'text',
  uuid: 'uuid',
  device_uuid: 'text',
  ms: 'bigint',
  s: 'bigint',
  amount: 'numeric',
  currency: 'text',
  digest: 'text',
  event_type: 'text',
  channel: 'text',
  properties: 'text',
  consent: 'text',
  sealed: 'text',
  fingerprint: 'text',
};

const sent = Object.entries<EventFieldSpec>(EVENT_FIELDS).flatMap(
  ([name, { type, column = name }]): Member[] =>
    column === null ? [] : [{ name, sqlType: SQL_TYPES[type], column, value: `"${name}"` }],
);
const derived = DERIVED_COLUMNS.map(
  ({ column, member, sqlType, isTime }): Member => ({
    name: member,
    sqlType,
    column,
    value: isTime ? `to_timestamp(${member} / 1000)` : member,
  }),
);
const MEMBERS = [...sent, ...derived];

/** A name or a value a line, so that a changed field is a changed line of the function. */
const list = (of: (member: Member) => string) => MEMBERS.map(of).join(',\n      ');

/**
 * Inserts the events of a JSON array, sorted by key like every writer of the table: two writers that insert the same
 * keys then wait for each other and never deadlock.
 *
 * @param rows an SQL expression of type json
 */
export function insertEventsSql(rows: string): string {
  return `
    insert into events (
      ${list(({ column }) => column)})
    select
      ${list(({ value }) => value)}
    from json_to_recordset(${rows}) as event (
      ${list(({ name, sqlType }) => `"${name}" ${sqlType}`)})
    order by customer_id, app_id, event_id
    on conflict do nothing`;
}
