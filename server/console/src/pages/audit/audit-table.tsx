import { useSetSearch } from '../../address/view-search.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Nothing, Time } from '../../values/values.tsx';
import type { AuditEntry } from './audit-entry.ts';
import { EntryDetails } from './entry-details.tsx';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly more: (() => void) | undefined;
}

/** Changes; a person or a thing narrows the list to theirs. */
export function AuditTable({ entries, more }: AuditTableProps) {
  return <DataTable name="audit" rows={entries} columns={COLUMNS} keyOf={({ id }) => id} more={more} />;
}

const COLUMNS: Column<AuditEntry>[] = [
  { key: 'at', title: 'When', value: ({ at }) => at, cell: ({ at }) => <Time at={at} /> },
  { key: 'email', title: 'Who', value: ({ email }) => email, cell: (entry) => <Who of={entry} /> },
  {
    key: 'action',
    title: 'What',
    value: ({ action }) => action,
    cell: ({ action }) => <code>{action}</code>,
  },
  {
    key: 'target_type',
    title: 'Of',
    value: ({ target_type }) => target_type,
    cell: (entry) => <What of={entry} />,
  },
  { key: 'ip', title: 'From', value: ({ ip }) => ip, cell: ({ ip }) => ip ?? <Nothing /> },
  { key: 'details', title: 'Details', cell: (entry) => <EntryDetails entry={entry} /> },
];

function Who({ of: { email, user_id } }: { of: AuditEntry }) {
  const setSearch = useSetSearch();
  if (user_id === null) return 'an operator';
  return (
    <button type="button" className="link" onClick={() => setSearch({ by: user_id }, true)}>
      {email ?? 'someone who has left'}
    </button>
  );
}

function What({ of: { target_type, target_id } }: { of: AuditEntry }) {
  const setSearch = useSetSearch();
  if (target_id === null) return target_type ?? <Nothing />;
  return (
    <button type="button" className="link" onClick={() => setSearch({ target: target_id }, true)}>
      {target_type}
    </button>
  );
}
