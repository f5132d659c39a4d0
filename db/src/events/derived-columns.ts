/** A column of `events` that the server derives from an event and its arrival. */
interface DerivedColumn {
  readonly column: string;
  /** Its member in the JSON that a row is made of (server/src/ingest/row/event-row.ts). */
  readonly member: string;
  readonly sqlType: string;
  /** Whether the member is Unix ms. */
  readonly isTime?: true;
  /** Why an account's export does not have it. */
  readonly notExported?: string;
}

export const DERIVED_COLUMNS: readonly DerivedColumn[] = [
  { column: 'occurred_at', member: 'occurred_at_ms', sqlType: 'float8', isTime: true },
  { column: 'received_at', member: 'received_at_ms', sqlType: 'float8', isTime: true },
  { column: 'device_key', member: 'device_key', sqlType: 'uuid', notExported: 'derived from the ids' },
  { column: 'fingerprint_components', member: 'fingerprint_components', sqlType: 'text' },
  {
    column: 'fingerprint_hash',
    member: 'fingerprint_hash',
    sqlType: 'bytea',
    notExported: 'derived from the components',
  },
  { column: 'ip_network', member: 'ip_network', sqlType: 'cidr' },
  { column: 'country', member: 'country', sqlType: 'text' },
  { column: 'key_resolved_at', member: 'key_resolved_at_ms', sqlType: 'float8', isTime: true },
];
