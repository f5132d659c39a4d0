import { useAccount } from '../../account/account.tsx';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { useList } from '../../client/use-list.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { State, Time } from '../../values/values.tsx';

type Invitation = OutputOf<'list_invitations'>['items'][number];

/** Invitations of the teams that one owns, with what became of each. */
export function InvitationTable() {
  const { team } = useAccount();
  const invitations = useList('list_invitations', { p_team_id: team?.id ?? null });
  return (
    <Loaded of={invitations}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState>Nobody has been invited yet.</EmptyState>
        ) : (
          <DataTable
            name="invitations"
            rows={rows}
            columns={COLUMNS}
            keyOf={({ id }) => id}
            more={invitations.more}
          />
        )
      }
    </Loaded>
  );
}

const COLUMNS: Column<Invitation>[] = [
  { key: 'email', title: 'E-mail', value: ({ email }) => email },
  { key: 'role', title: 'Role', value: ({ role }) => role },
  {
    key: 'status',
    title: 'State',
    value: ({ status }) => status,
    cell: ({ status }) => <State word={status} tone={status === 'accepted' ? 'good' : 'quiet'} />,
  },
  {
    key: 'created_at',
    title: 'Made',
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    key: 'expires_at',
    title: 'Expires',
    value: ({ expires_at }) => expires_at,
    cell: ({ expires_at }) => <Time at={expires_at} />,
  },
  { key: 'actions', title: 'Actions', cell: (invitation) => <Revoke invitation={invitation} /> },
];

function Revoke({ invitation: { id, email, status } }: { invitation: Invitation }) {
  const revoke = useChange('revoke_invitation', ['list_invitations']);
  if (status !== 'pending') return null;
  return (
    <ConfirmDialog
      button="Revoke"
      title={`Revoke the invitation of ${email}?`}
      confirm="Revoke"
      onConfirm={() => revoke.mutateAsync({ p_invitation_id: id })}
    >
      <p>Its link stops working at once.</p>
    </ConfirmDialog>
  );
}
