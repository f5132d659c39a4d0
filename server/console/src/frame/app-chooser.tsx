import { useAccount } from '../account/account.tsx';
import { useSetSearch } from '../address/view-search.ts';
import { Choice } from '../parts/forms/choice.tsx';

const ALL = 'all';

/** Chooses the app that pages are about. */
export function AppChooser() {
  const { apps, app } = useAccount();
  const setSearch = useSetSearch();
  if (apps.length === 0) return null;
  const options = [{ id: ALL, name: 'All apps' }, ...apps.map(({ id, name }) => ({ id, name }))];
  return (
    <Choice
      label="App"
      isCompact
      options={options}
      chosen={app?.id ?? ALL}
      onChoose={(id) => setSearch({ app: id === ALL ? null : id, campaign: null }, true)}
    />
  );
}
