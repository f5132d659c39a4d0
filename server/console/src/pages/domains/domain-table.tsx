import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import type { Column } from '../../parts/column.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { State, Time } from '../../values/values.tsx';

type DomainItem = OutputOf<'list_domains'>['items'][number];

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
    key: 'txt',
    title: 'TXT record',
    isLong: true,
    value: ({ txt }) => `${txt.name} ${txt.value}`,
    cell: ({ txt }) => (
      <>
        <CopyText text={txt.name} label="Copy the name" />
        <CopyText text={txt.value} label="Copy the value" />
      </>
    ),
  },
  { key: 'problem', title: 'What is missing', isLong: true, value: ({ problem }) => problem },
  {
    key: 'checked_at',
    title: 'Looked at',
    value: ({ checked_at }) => checked_at,
    cell: ({ checked_at }) => <Time at={checked_at} />,
  },
  { key: 'fallback_found', title: 'Known to the old service', value: ({ fallback_found }) => fallback_found },
  { key: 'actions', title: 'Actions', cell: (domain) => <Actions domain={domain} /> },
];

interface DomainTableProps {
  readonly domains: readonly DomainItem[];
  readonly more: (() => void) | undefined;
}

/** The domains there are, with what proves each. */
export function DomainTable({ domains, more }: DomainTableProps) {
  return <DataTable name="domains" rows={domains} columns={COLUMNS} keyOf={({ id }) => id} more={more} />;
}

function Actions({ domain: { host, status, is_default } }: { domain: DomainItem }) {
  const verify = useChange('verify_domain', ['list_domains']);
  const update = useChange('update_domain', ['list_domains']);
  const remove = useChange('remove_domain', ['list_domains', 'list_links']);
  const error = verify.error ?? update.error;
  return (
    <div className="actions">
      {status === 'pending' ? (
        <button type="button" disabled={verify.isPending} onClick={() => verify.mutate({ p_host: host })}>
          Verify
        </button>
      ) : (
        <button
          type="button"
          disabled={update.isPending}
          onClick={() => update.mutate({ p_host: host, p_is_default: !is_default })}
        >
          {is_default ? 'Not the default' : 'Make it the default'}
        </button>
      )}
      <ConfirmDialog
        button="Remove"
        title={`Remove ${host}?`}
        confirm="Remove"
        onConfirm={() => remove.mutateAsync({ p_host: host })}
      >
        <p>Its links lead nowhere at once. They are back once you have added and verified it again.</p>
      </ConfirmDialog>
      {error && (
        <p className="form-error" role="alert">
          {error.message}
        </p>
      )}
    </div>
  );
}
