import { useQueryClient } from '@tanstack/react-query';
import { type App, useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import { useChange } from '../../client/use-change.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Id, State, Time } from '../../values/values.tsx';

/** The apps of one's teams. */
export function AppTable({ apps }: { apps: readonly App[] }) {
  const { teams } = useAccount();
  const columns: Column<App>[] = [
    { key: 'name', title: 'App', value: ({ name }) => name, cell: (app) => <Choose app={app} /> },
    { key: 'bundle_id', title: 'Bundle id', value: ({ bundle_id }) => bundle_id },
    { key: 'id', title: 'App id', value: ({ id }) => id, cell: ({ id }) => <Id value={id} /> },
    {
      key: 'team',
      title: 'Team',
      value: ({ team_id }) => teams.find(({ id }) => id === team_id)?.name ?? team_id,
    },
    {
      key: 'privacy_mode',
      title: 'Privacy',
      value: ({ privacy_mode }) => privacy_mode,
    },
    {
      key: 'state',
      title: 'State',
      value: ({ active }) => (active ? 'active' : 'off'),
      cell: ({ active }) => <State word={active ? 'active' : 'off'} tone={active ? 'good' : 'warn'} />,
    },
    {
      key: 'created_at',
      title: 'Made',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    { key: 'actions', title: 'Actions', cell: (app) => <Switch app={app} /> },
  ];
  return <DataTable name="apps" rows={apps} columns={columns} keyOf={({ id }) => id} />;
}

function Choose({ app: { id, name } }: { app: App }) {
  const kept = keptSearch(useViewSearch());
  return (
    <PageLink to="/apps" search={{ ...kept, app: id }}>
      {name}
    </PageLink>
  );
}

function Switch({ app: { id, name, team_id, active } }: { app: App }) {
  const { account, teams } = useAccount();
  const queries = useQueryClient();
  const set = useChange('set_app_active', []);
  const role = teams.find((team) => team.id === team_id)?.role ?? null;
  if (!account?.account_owner && !mayHave(role, 'developer')) return null;
  const change = async (p_active: boolean) => {
    await set.mutateAsync({ p_app_id: id, p_active });
    await queries.invalidateQueries();
  };
  if (!active)
    return (
      <button type="button" disabled={set.isPending} onClick={() => void change(true)}>
        Turn on
      </button>
    );
  return (
    <ConfirmDialog
      button="Turn off"
      title={`Turn ${name} off?`}
      confirm="Turn off"
      onConfirm={() => change(false)}
    >
      <p>Its events, keys and links are refused until it is turned on again. What is stored stays.</p>
    </ConfirmDialog>
  );
}
