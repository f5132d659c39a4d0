import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useNameOfApp } from '../../account/use-name-of-app.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { State, Time } from '../../values/values.tsx';

type Key = OutputOf<'list_api_keys'>['items'][number];

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly more: (() => void) | undefined;
}

/** The keys there are, with what may be done to each. */
export function KeyTable({ keys, more }: KeyTableProps) {
  const nameOfApp = useNameOfApp();
  const columns: Column<Key>[] = [
    { key: 'label', title: 'Name', value: ({ label }) => label },
    { key: 'app', title: 'App', value: ({ app_id }) => nameOfApp(app_id) },
    {
      key: 'status',
      title: 'State',
      value: ({ status }) => status,
      cell: ({ status }) => <State word={status} tone={status === 'active' ? 'good' : 'quiet'} />,
    },
    {
      key: 'created_at',
      title: 'Made',
      value: ({ created_at }) => created_at,
      cell: (key) => <Time at={key.created_at} />,
    },
    {
      key: 'revoked_at',
      title: 'Revoked',
      value: ({ revoked_at }) => revoked_at,
      cell: (key) => <Time at={key.revoked_at} />,
    },
    { key: 'actions', title: 'Actions', cell: (key) => <KeyActions of={key} /> },
  ];
  return <DataTable name="keys" rows={keys} columns={columns} keyOf={({ id }) => id} more={more} />;
}

function KeyActions({ of: key }: { of: Key }) {
  const { role } = useAccount();
  const revoke = useChange('revoke_api_key', ['list_api_keys']);
  const remove = useChange('delete_api_key', ['list_api_keys']);
  if (!mayHave(role, 'developer')) return null;
  if (key.status === 'active')
    return (
      <ConfirmDialog
        button="Revoke"
        title={`Revoke “${key.label}”?`}
        confirm="Revoke"
        onConfirm={() => revoke.mutateAsync({ p_key_id: key.id })}
      >
        <p>
          Apps that use it can no longer learn their configuration, and stop sending when they are next
          installed. This cannot be undone.
        </p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      button="Delete"
      title={`Delete “${key.label}”?`}
      confirm="Delete"
      onConfirm={() => remove.mutateAsync({ p_key_id: key.id })}
    >
      <p>It is revoked already; deleting takes it from this list. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
