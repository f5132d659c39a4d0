import { useQueryClient } from '@tanstack/react-query';
import { type Team, useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useChange } from '../../client/use-change.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { State } from '../../values/values.tsx';

/** The teams, which owners of the account make and archive. */
export function TeamsCard() {
  const { role, teams } = useAccount();
  const queries = useQueryClient();
  const create = useChange('create_team', []);
  return (
    <Card title="Teams">
      <DataTable name="teams" rows={teams} columns={COLUMNS} keyOf={({ id }) => id} />
      {mayHave(role, 'account-owner') && (
        <Form
          submit="Make the team"
          isCleared
          onSubmit={async ({ name = '' }) => {
            await create.mutateAsync({ p_name: name });
            await queries.invalidateQueries();
          }}
        >
          <Field label="Name of a new team" name="name" required />
        </Form>
      )}
    </Card>
  );
}

const COLUMNS: Column<Team>[] = [
  { key: 'name', title: 'Team', value: ({ name }) => name },
  { key: 'role', title: 'Your role', value: ({ role }) => role },
  {
    key: 'state',
    title: 'State',
    value: ({ archived }) => (archived ? 'archived' : 'active'),
    cell: ({ archived }) => (
      <State word={archived ? 'archived' : 'active'} tone={archived ? 'quiet' : 'good'} />
    ),
  },
  { key: 'actions', title: 'Actions', cell: (team) => <Archive team={team} /> },
];

function Archive({ team: { id, name, is_default, archived } }: { team: Team }) {
  const { account } = useAccount();
  const queries = useQueryClient();
  const archive = useChange('archive_team', []);
  if (!account?.account_owner || is_default || archived) return null;
  return (
    <ConfirmDialog
      button="Archive"
      title={`Archive ${name}?`}
      confirm="Archive"
      onConfirm={async () => {
        await archive.mutateAsync({ p_team_id: id });
        await queries.invalidateQueries();
      }}
    >
      <p>Nobody can be added to it, and its apps stay where they are. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
