import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatNumber } from '../../values/format.ts';
import { Nothing, State, Time } from '../../values/values.tsx';
import { DomainActions } from './domain-actions.tsx';
import type { DomainItem } from './domain-item.ts';

const COLUMNS: Column<DomainItem>[] = [
  { key: 'host', title: 'Host', value: ({ host }) => host },
  {
    key: 'status',
    title: 'State',
    value: ({ status }) => status,
    cell: ({ status, is_default }) => (
      <State
        word={is_default ? `${status}, default` : status}
        tone={status === 'verified' ? 'good' : 'quiet'}
      />
    ),
  },
  {
    key: 'problem',
    title: 'What is missing',
    isLong: true,
    value: ({ problem }) => problem,
    cell: ({ problem, checked_at }) => (
      <>
        {problem ?? <Nothing />}
        {checked_at !== null && (
          <p className="hint">
            Looked at <Time at={checked_at} />
          </p>
        )}
      </>
    ),
  },
  {
    key: 'fallback_found',
    title: 'Old service',
    value: ({ fallback_found }) => fallback_found,
    cell: (domain) => <OldService of={domain} />,
  },
  { key: 'actions', title: 'Actions', cell: (domain) => <DomainActions domain={domain} /> },
];

interface DomainTableProps {
  readonly domains: readonly DomainItem[];
  readonly more: (() => void) | undefined;
}

/** The domains there are, with what is missing to prove each. */
export function DomainTable({ domains, more }: DomainTableProps) {
  return <DataTable name="domains" rows={domains} columns={COLUMNS} keyOf={({ id }) => id} more={more} />;
}

/** How many visits to unknown paths the service knew that had the domain before. */
function OldService({ of: { fallback_resolver, fallback_asked, fallback_found } }: { of: DomainItem }) {
  if (fallback_resolver === null && fallback_asked === 0) return <Nothing />;
  return (
    <>
      knew {formatNumber(fallback_found)} of {formatNumber(fallback_asked)}
      {fallback_resolver === null && <p className="hint">no longer asked</p>}
    </>
  );
}
