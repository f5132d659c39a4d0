import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { ROLE_OPTIONS, roleOf } from '../../account/role-options.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { useList } from '../../client/use-list.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../values/values.tsx';

type Member = OutputOf<'list_members'>['items'][number];

/** The members of the teams that one sees. */
export function MemberTable() {
  const { team, teams } = useAccount();
  const members = useList('list_members', { p_team_id: team?.id ?? null });
  const nameOf = (id: string) => teams.find((each) => each.id === id)?.name ?? id;
  const columns: Column<Member>[] = [
    { key: 'name', title: 'Name', value: ({ name }) => name },
    { key: 'email', title: 'E-mail', value: ({ email }) => email },
    { key: 'team', title: 'Team', value: ({ team_id }) => nameOf(team_id) },
    { key: 'role', title: 'Role', value: ({ role }) => role, cell: (member) => <Role of={member} /> },
    {
      key: 'joined_at',
      title: 'Since',
      value: ({ joined_at }) => joined_at,
      cell: ({ joined_at }) => <Time at={joined_at} />,
    },
    { key: 'actions', title: 'Actions', cell: (member) => <Remove member={member} /> },
  ];
  return (
    <Loaded of={members}>
      {(rows) => (
        <DataTable
          name="members"
          rows={rows}
          columns={columns}
          keyOf={({ team_id, user_id }) => team_id + user_id}
          more={members.more}
        />
      )}
    </Loaded>
  );
}

/** Whether the person at the console may change members of a team. */
function useOwns(teamId: string): boolean {
  const { account, teams } = useAccount();
  const team = teams.find(({ id }) => id === teamId);
  return account?.account_owner === true || mayHave(team?.role ?? null, 'owner');
}

function Role({ of: { team_id, user_id, role, name } }: { of: Member }) {
  const update = useChange('update_member_role', ['list_members', 'list_accounts']);
  if (!useOwns(team_id)) return role;
  return (
    <>
      <select
        aria-label={`Role of ${name}`}
        value={role}
        disabled={update.isPending}
        onChange={(event) =>
          update.mutate({ p_team_id: team_id, p_user_id: user_id, p_role: roleOf(event.target.value) })
        }
      >
        {ROLE_OPTIONS.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
      {update.error && (
        <p className="field-error" role="alert">
          {update.error.message}
        </p>
      )}
    </>
  );
}

function Remove({ member: { team_id, user_id, name } }: { member: Member }) {
  const remove = useChange('team_remove_member', ['list_members']);
  if (!useOwns(team_id)) return null;
  return (
    <ConfirmDialog
      button="Remove"
      title={`Remove ${name}?`}
      confirm="Remove"
      onConfirm={() => remove.mutateAsync({ p_team_id: team_id, p_user_id: user_id })}
    >
      <p>They lose the team’s apps at once, on every device. They can be invited again.</p>
    </ConfirmDialog>
  );
}
