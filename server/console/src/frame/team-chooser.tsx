import { useAccount } from '../account/account.tsx';
import { useSetSearch } from '../address/view-search.ts';
import { Choice } from '../parts/forms/choice.tsx';

const ALL = 'all';

/** Chooses the team that pages are about, where there are several. */
export function TeamChooser() {
  const { teams, team, app } = useAccount();
  const setSearch = useSetSearch();
  if (teams.length < 2) return null;
  const options = [{ id: ALL, name: 'All teams' }, ...teams.map(({ id, name }) => ({ id, name }))];
  const choose = (id: string) => {
    const keepsApp = id === ALL || app?.team_id === id;
    setSearch({ team: id === ALL ? null : id, ...(!keepsApp && { app: null }) }, true);
  };
  return <Choice label="Team" isCompact options={options} chosen={team?.id ?? ALL} onChoose={choose} />;
}
