import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { keptSearch, useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { NewApp } from '../apps/new-app.tsx';
import { StepCard } from './step-card.tsx';
import { StepList } from './step-list.tsx';

/** Chooses an app, or makes one. */
export function AppStep() {
  const { apps, role } = useAccount();
  const setSearch = useSetSearch();
  const isMaker = mayHave(role, 'developer');
  return (
    <>
      <StepList at="app" />
      <StepCard title="2. Your app">
        {apps.length > 0 && <ChooseApp />}
        {isMaker && apps.length > 0 && <h3>Or make another</h3>}
        {isMaker && <NewApp onMade={(id) => setSearch({ app: id, step: null }, true)} />}
        {!isMaker && apps.length === 0 && <p>There is no app yet. A developer of the team makes one here.</p>}
      </StepCard>
    </>
  );
}

function ChooseApp() {
  const { apps } = useAccount();
  const kept = keptSearch(useViewSearch());
  return (
    <>
      <p>Go on with an app:</p>
      <ul>
        {apps.map(({ id, name, bundle_id }) => (
          <li key={id}>
            <PageLink to="/setup" search={{ ...kept, app: id }}>
              {name}
            </PageLink>{' '}
            <span className="hint">{bundle_id}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
