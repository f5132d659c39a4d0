import { DERIVED_COLUMNS } from '@tributary/db/events/derived-columns';
import { EVENT_FIELDS, type EventFieldSpec, type FieldType } from '@tributary/sdk/wire/event-fields';
import { datedByArrivalSql } from '../../platform/values/dated-by-arrival-sql.ts';
import { type ExportTable, money, ms } from './export-table.ts';

/** Types that are kept as text, and are JSON. */
const isJson = (type: FieldType) => type === 'properties' || type === 'consent';

/** SQL that selects a column, and the name that it is selected under. */
interface Column {
  readonly sql: string;
  readonly name: string;
}

const fields = Object.entries<EventFieldSpec>(EVENT_FIELDS).flatMap(([name, spec]): Column[] => {
  const { type, column = name, notExported } = spec;
  if (column === null || notExported !== undefined || isJson(type)) return [];
  if (type === 'amount') return [{ sql: money(column), name: column }];
  return [{ sql: column === name ? name : `${column} as ${name}`, name }];
});
const derived = DERIVED_COLUMNS.flatMap(({ column, isTime, notExported }): Column[] => {
  if (notExported !== undefined || column === 'fingerprint_components') return [];
  return [{ sql: isTime ? ms(column) : column, name: column }];
});
/** Those of the row; JSON from clients follows as it was sent. */
const COLUMNS = [
  ...fields,
  ...derived,
  { sql: `${datedByArrivalSql('events')} as is_dated_by_arrival`, name: 'is_dated_by_arrival' },
];

/** Fields that are JSON of clients, and their columns. */
const nested = Object.entries<EventFieldSpec>(EVENT_FIELDS).flatMap(([name, { type, column = name }]) => {
  if (type === 'fingerprint') return [{ name, column: 'fingerprint_components' }];
  return isJson(type) && column !== null ? [{ name, column }] : [];
});
const RAW = nested.map(({ column }) => column).join(', ');

/** JSON of clients is kept unchanged, but on one line; a line break in it can only be white space. */
const asWritten = ({ name, column }: { name: string; column: string }) =>
  `|| ',"${name}":' || coalesce(translate(raw.${column}, E'\\n\\r', '  '), 'null')`;

export const events: ExportTable = {
  name: 'events',
  source: 'events',
  select: (account, limit) =>
    `select left(row_to_json(row)::text, -1)
       ${nested.map(asWritten).join('\n       ')} || '}'
     from (
       select ${COLUMNS.map(({ sql }) => sql).join(', ')}, ${RAW} from events
       where customer_id = ${account} order by customer_id desc, app_id desc, events.event_id desc limit ${limit}
     ) source
     cross join lateral (select ${nested.map(({ column }) => `source.${column}`).join(', ')}) raw
     cross join lateral (select ${COLUMNS.map(({ name }) => `source.${name}`).join(', ')}) row`,
};
